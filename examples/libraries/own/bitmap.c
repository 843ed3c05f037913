/* A set of small numbers as bits; the first that is free. */
#include "harness.h"

struct bitmap {
    uint32_t *words;
    size_t bits;
};

static int test(const struct bitmap *b, size_t i) { return b->words[i / 32] >> i % 32 & 1; }
static void set(struct bitmap *b, size_t i) { b->words[i / 32] |= 1u << i % 32; }

static size_t first_free(const struct bitmap *b) {
#ifdef BUG
    for (size_t i = 0; i <= b->bits; i++)
#else
    for (size_t i = 0; i < b->bits; i++)
#endif
        if (!test(b, i)) return i;
    return b->bits;
}

int main(void) {
    size_t bits = __VERIFIER_nondet_uint();
    struct bitmap b = {any_bytes((bits + 31) / 32 * 4), bits};
    size_t i = first_free(&b);
    if (i < bits) set(&b, i);
    free(b.words);
    return 0;
}
