// expect: TRUE
// expect: FALSE(assert) --volatile input
// A volatile read of an ordinary object of the program is an ordinary read.
#include <assert.h>
static int plain = 7;
static int read_it(volatile int *p) { return *p; }
int main(void) {
    volatile int count = 3;
    count = count + 1;
    assert(count == 4);
    assert(*(volatile int *)&plain == 7);
    int here = 5;
    assert(read_it(&here) + read_it(&plain) == 12);
}
