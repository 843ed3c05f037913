/* Numbers in groups of seven bits, as protocol buffers have them. */
#include "harness.h"

static int varint(const uint8_t *p, const uint8_t *end, uint64_t *out, const uint8_t **next) {
    uint64_t v = 0;
    unsigned shift = 0;
#ifdef BUG
    for (; shift < 64; shift += 7) {
#else
    for (; p < end && shift < 64; shift += 7) {
#endif
        uint8_t c = *p++;
        v |= (uint64_t)(c & 127) << shift;
        if (!(c & 128)) {
            *out = v;
            *next = p;
            return 1;
        }
    }
    return 0;
}

int main(void) {
    size_t n = __VERIFIER_nondet_uint();
    uint8_t *p = any_bytes(n);
    const uint8_t *at = p, *end = p + n;
    uint64_t sum = 0, v;
    while (at < end && varint(at, end, &v, &at)) sum += v;
    free(p);
    return 0;
}
