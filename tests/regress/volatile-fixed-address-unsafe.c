// expect: FALSE(assert)
// A fixed address is hardware.
#include <assert.h>
int main(void) {
    volatile unsigned *port = (volatile unsigned *)0x40021000u;
    assert(*port != 17);
}
