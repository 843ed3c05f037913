// expect: TRUE
/* The bits that both types have are passed on. */
#include <assert.h>
static unsigned char low(int x, int y) { return (unsigned char)x; }
int main(void) {
    unsigned (*f)(int) = (unsigned (*)(int))low;
    assert((f(0x1234) & 0xff) == 0x34);
    return 0;
}
