/* Any sequence of calls, of any length: what is asked of a ring buffer. */
#include "ring.h"
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    struct ring r = {{0}, 0, 0};
    for (;;) {
        unsigned before = ring_count(&r);
        unsigned char byte;
        if (__VERIFIER_nondet_int()) {
            int done = ring_put(&r, __VERIFIER_nondet_uchar());
            assert(done ? ring_count(&r) == before + 1 : before == RING_SIZE - 1);
        } else {
            int done = ring_get(&r, &byte);
            assert(done ? ring_count(&r) == before - 1 : before == 0);
        }
        assert(ring_count(&r) < RING_SIZE);
    }
}
