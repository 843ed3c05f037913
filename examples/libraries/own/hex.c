/* Hex digits of a string, decoded into a buffer of given size. */
#include "harness.h"
static int nibble(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}
static int decode(const char *s, uint8_t *out, size_t max, size_t *used) {
    size_t n = 0;
    while (*s) {
        int hi = nibble(s[0]), lo;
        if (hi < 0) return -1;
#ifndef BUG
        if (!s[1]) return -1;
#endif
        lo = nibble(s[1]);
#ifdef BUG
        if (lo < 0) lo = 0;
#else
        if (lo < 0) return -1;
#endif
        if (n == max) return -2;
        out[n++] = (uint8_t)(hi << 4 | lo);
        s += 2;
    }
    *used = n;
    return 0;
}
int main(void) {
    char *s = any_string();
    size_t max = __VERIFIER_nondet_uint(), used = 0;
    uint8_t *out = any_bytes(max);
    if (!decode(s, out, max, &used)) assert(used <= max);
    free(s);
    free(out);
    return 0;
}
