/* Bytes as hexadecimal digits in a buffer of 2 n + 1. */
#include "harness.h"

static void hex(const uint8_t *p, size_t n, char *out) {
    static const char digit[] = "0123456789abcdef";
    for (size_t i = 0; i < n; i++) {
        out[2 * i] = digit[p[i] >> 4];
        out[2 * i + 1] = digit[p[i] & 15];
    }
    out[2 * n] = 0;
}

int main(void) {
    size_t n = __VERIFIER_nondet_uint();
    uint8_t *p = any_bytes(n);
#ifdef BUG
    char *out = any_bytes(2 * n);
#else
    char *out = any_bytes(2 * n + 1);
#endif
    hex(p, n, out);
    free(p);
    free(out);
    return 0;
}
