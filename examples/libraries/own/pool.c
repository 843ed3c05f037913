/* Blocks of one size from a static pool, with a list of the free ones by index. */
#include "harness.h"

enum { BLOCKS = 16, BYTES = 32, NONE = 255 };
static uint8_t memory[BLOCKS][BYTES], next[BLOCKS], first;

static void pool_init(void) {
    for (int i = 0; i < BLOCKS; i++) next[i] = (uint8_t)(i + 1 < BLOCKS ? i + 1 : NONE);
    first = 0;
}

static uint8_t *take(void) {
#ifdef BUG
    if (first > BLOCKS && first != NONE) return 0;
#else
    if (first == NONE) return 0;
#endif
    uint8_t *p = memory[first];
    first = next[first];
    return p;
}

static void give(uint8_t *p) {
    uint8_t i = (uint8_t)((p - memory[0]) / BYTES);
    next[i] = first;
    first = i;
}

int main(void) {
    uint8_t *held = 0;
    pool_init();
    while (__VERIFIER_nondet_int()) {
        if (!held || __VERIFIER_nondet_int()) held = take(); /* the block before it is kept */
        else {
            give(held);
            held = 0;
        }
        if (held) held[BYTES - 1] = 1;
        assert(first == NONE || first < BLOCKS);
    }
    return 0;
}
