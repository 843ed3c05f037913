// expect: TRUE
// Whatever is written, there is a NUL within the room, and nothing behind it is touched.
#include <assert.h>
#include <stdio.h>
unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
    char b[4] = "abc";
    int x = __VERIFIER_nondet_uchar() % 16;
    int n = snprintf(b, 2, "%d", x);
    assert(n == (x < 10 ? 1 : 2));
    assert(b[0] == (x < 10 ? '0' + x : '1') && b[1] == 0 && b[2] == 'c');
    return 0;
}
