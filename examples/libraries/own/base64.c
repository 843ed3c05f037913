/* Base64: encode into a buffer that the caller sized. */
#include "harness.h"

static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

size_t base64_encode(const uint8_t *in, size_t n, char *out) {
    size_t o = 0, i = 0;
    for (; i + 2 < n; i += 3) {
        out[o++] = digits[in[i] >> 2];
        out[o++] = digits[(in[i] & 3) << 4 | in[i + 1] >> 4];
        out[o++] = digits[(in[i + 1] & 15) << 2 | in[i + 2] >> 6];
        out[o++] = digits[in[i + 2] & 63];
    }
    if (i < n) {
        out[o++] = digits[in[i] >> 2];
        if (i + 1 < n) {
            out[o++] = digits[(in[i] & 3) << 4 | in[i + 1] >> 4];
            out[o++] = digits[(in[i + 1] & 15) << 2];
        } else {
            out[o++] = digits[(in[i] & 3) << 4];
            out[o++] = '=';
        }
        out[o++] = '=';
    }
    out[o] = 0;
    return o;
}

int main(void) {
    size_t n = __VERIFIER_nondet_uint() % 1000;
    uint8_t *in = any_bytes(n);
#ifdef BUG
    char *out = any_bytes(n / 3 * 4 + 4);
#else
    char *out = any_bytes((n + 2) / 3 * 4 + 1);
#endif
    base64_encode(in, n, out);
    free(in);
    free(out);
    return 0;
}
