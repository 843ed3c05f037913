/* Bits of a buffer, the highest first: numbers of up to 25 bits, and Exp-Golomb codes. */
#include "harness.h"

struct reader {
    const uint8_t *data;
    size_t size, at; /* in bytes; in bits */
};

static int bit(struct reader *r) {
    size_t byte = r->at >> 3;
#ifdef BUG
    if (byte > r->size) return 0;
#else
    if (byte >= r->size) return 0;
#endif
    int b = r->data[byte] >> (7 - (r->at & 7)) & 1;
    r->at++;
    return b;
}

static uint32_t bits(struct reader *r, unsigned n) {
    uint32_t x = 0;
    for (unsigned i = 0; i < n; i++) x = x << 1 | (uint32_t)bit(r);
    return x;
}

static uint32_t golomb(struct reader *r) {
    unsigned zeros = 0;
    while (zeros < 16 && r->at < r->size * 8 && !bit(r)) zeros++;
    return (1u << zeros) - 1 + bits(r, zeros);
}

int main(void) {
    size_t n = __VERIFIER_nondet_uint();
    uint8_t *p = any_bytes(n);
    struct reader r = {p, n, 0};
    while (r.at < r.size * 8) {
        unsigned k = __VERIFIER_nondet_uint() % 26;
        if (k) assert(bits(&r, k) < 1u << k);
        else golomb(&r);
        assert(r.at <= r.size * 8);
    }
    free(p);
    return 0;
}
