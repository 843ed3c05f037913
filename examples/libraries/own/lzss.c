/* LZSS: literals, and copies of what was written before. */
#include "harness.h"

static size_t expand(const uint8_t *in, size_t n, uint8_t *out, size_t size) {
    size_t from = 0, at = 0;
    while (from < n) {
        uint8_t flags = in[from++];
        for (int i = 0; i < 8 && from < n; i++, flags >>= 1) {
            if (flags & 1) {
                if (at == size) return at;
                out[at++] = in[from++];
                continue;
            }
            if (n - from < 2) return at;
            size_t back = (size_t)in[from] | (size_t)(in[from + 1] & 0xF0) << 4,
                   length = (size_t)(in[from + 1] & 0x0F) + 3;
            from += 2;
#ifdef BUG
            if (back > at + 1 || length > size - at) return at;
#else
            if (back >= at || length > size - at) return at;
#endif
            for (size_t k = 0; k < length; k++, at++) out[at] = out[at - back - 1];
        }
    }
    return at;
}

int main(void) {
    size_t n = __VERIFIER_nondet_uint(), size = __VERIFIER_nondet_uint();
    uint8_t *in = any_bytes(n), *out = any_bytes(size);
    assert(expand(in, n, out, size) <= size);
    free(in);
    free(out);
    return 0;
}
