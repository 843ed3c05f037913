/* COBS decoding: code bytes point ahead. */
#include "harness.h"
static size_t decode(const uint8_t *src, size_t n, uint8_t *dst) {
    const uint8_t *end = src + n;
    uint8_t *out = dst;
    while (src < end) {
        unsigned code = *src++, i;
#ifdef BUG
        for (i = 1; i < code; i++) *out++ = *src++;
#else
        for (i = 1; i < code && src < end; i++) *out++ = *src++;
#endif
        if (code < 0xFF && src < end) *out++ = 0;
    }
    return (size_t)(out - dst);
}
int main(void) {
    size_t n = __VERIFIER_nondet_uint();
    uint8_t *s = any_bytes(n), *d = any_bytes(n);
    assert(decode(s, n, d) <= n);
    free(s);
    free(d);
    return 0;
}
