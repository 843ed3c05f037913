/* Base64 encoding by two cursors. */
#include "harness.h"
static const char T[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
static size_t encode(const uint8_t *src, size_t len, char *out) {
    char *pos = out;
    const uint8_t *end = src + len, *in = src;
    while (end - in >= 3) {
        *pos++ = T[in[0] >> 2];
        *pos++ = T[((in[0] & 3) << 4) | (in[1] >> 4)];
        *pos++ = T[((in[1] & 15) << 2) | (in[2] >> 6)];
        *pos++ = T[in[2] & 63];
        in += 3;
    }
    if (end - in) {
        *pos++ = T[in[0] >> 2];
        if (end - in == 1) {
            *pos++ = T[(in[0] & 3) << 4];
            *pos++ = '=';
        } else {
            *pos++ = T[((in[0] & 3) << 4) | (in[1] >> 4)];
            *pos++ = T[(in[1] & 15) << 2];
        }
        *pos++ = '=';
    }
    *pos = 0;
    return (size_t)(pos - out);
}
int main(void) {
    size_t n = __VERIFIER_nondet_uint();
    uint8_t *s = any_bytes(n);
#ifdef BUG
    char *o = any_bytes(n / 3 * 4 + 1);
#else
    char *o = any_bytes((n + 2) / 3 * 4 + 1);
#endif
    encode(s, n, o);
    free(s);
    free(o);
    return 0;
}
