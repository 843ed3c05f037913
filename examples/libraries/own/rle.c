/* Run lengths: pairs of count and byte become bytes, as far as there is room. */
#include "harness.h"

static size_t unpack(const uint8_t *in, size_t n, uint8_t *out, size_t room) {
    size_t o = 0;
    for (size_t i = 0; i + 1 < n; i += 2) {
        uint8_t count = in[i];
#ifdef BUG
        if (o + count > room + 1) return o;
#else
        if (count > room - o) return o;
#endif
        for (uint8_t k = 0; k < count; k++) out[o++] = in[i + 1];
    }
    return o;
}

int main(void) {
    size_t n = __VERIFIER_nondet_uint(), room = __VERIFIER_nondet_uint();
    uint8_t *in = any_bytes(n), *out = any_bytes(room);
    assert(unpack(in, n, out, room) <= room);
    free(in);
    free(out);
    return 0;
}
