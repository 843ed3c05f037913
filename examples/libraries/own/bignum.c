/* Numbers of many words: sum with carry, comparison, shift. */
#include "harness.h"

enum { WORDS = 16 };
struct number {
    uint32_t w[WORDS];
};

static uint32_t add(struct number *z, const struct number *x, const struct number *y) {
    uint64_t carry = 0;
#ifdef BUG
    for (int i = 0; i <= WORDS; i++) {
#else
    for (int i = 0; i < WORDS; i++) {
#endif
        carry += (uint64_t)x->w[i] + y->w[i];
        z->w[i] = (uint32_t)carry;
        carry >>= 32;
    }
    assert(carry <= 1);
    return (uint32_t)carry;
}

static int compare(const struct number *x, const struct number *y) {
    for (int i = WORDS; i-- > 0;)
        if (x->w[i] != y->w[i]) return x->w[i] < y->w[i] ? -1 : 1;
    return 0;
}

static void shift_left(struct number *x, unsigned bits) {
    unsigned words = bits / 32, low = bits % 32;
    if (bits >= 32 * WORDS) {
        memset(x, 0, sizeof *x);
        return;
    }
    for (int i = WORDS - 1; i >= 0; i--) {
        int from = i - (int)words;
        uint32_t v = from >= 0 ? x->w[from] << low : 0;
        if (low && from > 0) v |= x->w[from - 1] >> (32 - low);
        x->w[i] = v;
    }
}

int main(void) {
    struct number x, y, z;
    for (int i = 0; i < WORDS; i++) {
        x.w[i] = __VERIFIER_nondet_uint();
        y.w[i] = __VERIFIER_nondet_uint();
    }
    add(&z, &x, &y);
    shift_left(&z, __VERIFIER_nondet_uint());
    assert(compare(&z, &z) == 0);
    return 0;
}
