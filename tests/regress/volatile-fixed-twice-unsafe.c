// expect: FALSE(assert) --property memory,assert
// Hardware may give another value at each read of one address.
#include <assert.h>
#define PORT (*(volatile unsigned *)0x40001000u)
int main(void) {
    unsigned a = PORT, b = PORT;
    assert(a == b);
}
