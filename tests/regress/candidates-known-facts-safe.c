// expect: TRUE --engine kinduction --property bounds,null
// A ring of any size is written in two pieces: that both are inside of the source needs a fact that intervals
// prove, and what is left after the last round of each copy.
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);

int main(void) {
    unsigned long size = __VERIFIER_nondet_uint() % 65536 + 1, w = 0;
    unsigned char chunk[64] = {0}, *ring = malloc(size);
    while (ring && __VERIFIER_nondet_int()) {
        unsigned long n = __VERIFIER_nondet_uint() % 65, r = __VERIFIER_nondet_uint() % size;
        unsigned long room = (w >= r ? size - (w - r) : r - w) - 1, first = size - w;
        if (n > room) n = room;
        if (first > n) first = n;
        memcpy(ring + w, chunk, first);
        w += first;
        if (n > first) memcpy(ring, chunk + first, n - first), w = n - first;
        if (w >= size) w = 0;
    }
    return 0;
}
