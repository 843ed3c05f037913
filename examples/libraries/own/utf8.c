/* UTF-8: validation of a buffer, as decoders of configuration files do it. */
#include "harness.h"

static int tail(uint8_t c) { return (c & 0xc0) == 0x80; }

static size_t sequence(uint8_t c) {
    if (c < 0x80) return 1;
    if (c >= 0xc2 && c <= 0xdf) return 2;
    if (c >= 0xe0 && c <= 0xef) return 3;
    return c >= 0xf0 && c <= 0xf4 ? 4 : 0;
}

int utf8_valid(const uint8_t *s, size_t n) {
    size_t i = 0;
    while (i < n) {
        size_t k = sequence(s[i]);
#ifdef BUG
        if (!k) return 0;
#else
        if (!k || k > n - i) return 0;
#endif
        for (size_t j = 1; j < k; j++)
            if (!tail(s[i + j])) return 0;
        i += k;
    }
    return 1;
}

int main(void) {
    size_t n = __VERIFIER_nondet_uint();
    uint8_t *s = any_bytes(n);
    utf8_valid(s, n);
    free(s);
    return 0;
}
