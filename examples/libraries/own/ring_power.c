/* A ring whose size is a power of two: head and tail run freely and are masked. */
#include "harness.h"

enum { SIZE = 64 };
static uint8_t data[SIZE];
static uint32_t head, tail;

static uint32_t used(void) { return head - tail; }
static int put(uint8_t c) {
#ifdef BUG
    if (used() > SIZE) return 0;
    data[head == SIZE ? head : head & (SIZE - 1)] = c;
#else
    if (used() >= SIZE) return 0;
    data[head & (SIZE - 1)] = c;
#endif
    head++;
    return 1;
}
static int get(uint8_t *c) {
    if (!used()) return 0;
    *c = data[tail++ & (SIZE - 1)];
    return 1;
}

int main(void) {
    while (__VERIFIER_nondet_int()) {
        uint8_t c = __VERIFIER_nondet_uchar();
        if (__VERIFIER_nondet_int()) put(c);
        else get(&c);
        assert(used() <= SIZE);
    }
    return 0;
}
