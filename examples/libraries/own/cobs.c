/* Consistent overhead byte stuffing: zeros are taken out of a frame of up to 254 bytes. */
#include "harness.h"

static size_t cobs_encode(const uint8_t *in, size_t n, uint8_t *out) {
    size_t code_at = 0, o = 1;
    uint8_t code = 1;
    for (size_t i = 0; i < n; i++) {
        if (in[i]) {
            out[o++] = in[i];
            code++;
        } else {
            out[code_at] = code;
            code = 1;
            code_at = o++;
        }
    }
    out[code_at] = code;
    return o;
}

int main(void) {
    size_t n = __VERIFIER_nondet_uint() % 255;
    uint8_t *in = any_bytes(n);
#ifdef BUG
    uint8_t *out = any_bytes(n + (n == 0));
#else
    uint8_t *out = any_bytes(n + 1);
#endif
    size_t o = cobs_encode(in, n, out);
    assert(o == n + 1);
    free(in);
    free(out);
    return 0;
}
