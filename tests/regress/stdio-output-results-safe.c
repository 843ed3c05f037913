// expect: TRUE
// A character that is written comes back as unsigned char, a string as a number that is not negative, and both may fail.
#include <assert.h>
#include <stdio.h>
int __VERIFIER_nondet_int(void);
int main(void) {
    int c = __VERIFIER_nondet_int(), r = putc(c, stdout);
    assert(r == (unsigned char)c || r == EOF);
    assert(putchar('a') != 'b');
    assert(puts("text") >= EOF);
    r = fflush(stdout);
    assert(r == 0 || r == EOF);
    return 0;
}
