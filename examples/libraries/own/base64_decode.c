/* Base64: decode by a table, stop at the first character that is none. */
#include "harness.h"

static int value(char c) {
    if (c >= 'A' && c <= 'Z') return c - 'A';
    if (c >= 'a' && c <= 'z') return c - 'a' + 26;
    if (c >= '0' && c <= '9') return c - '0' + 52;
    return c == '+' ? 62 : c == '/' ? 63 : -1;
}

size_t base64_decode(const char *in, size_t n, uint8_t *out, size_t room) {
    uint32_t held = 0;
    unsigned bits = 0;
    size_t o = 0;
    for (size_t i = 0; i < n; i++) {
        int v = value(in[i]);
        if (v < 0) break;
        held = held << 6 | (uint32_t)v;
        bits += 6;
        if (bits >= 8) {
            bits -= 8;
#ifdef BUG
            if (o > room) return o;
#else
            if (o >= room) return o;
#endif
            out[o++] = (uint8_t)(held >> bits);
        }
    }
    return o;
}

int main(void) {
    size_t n = __VERIFIER_nondet_uint(), room = __VERIFIER_nondet_uint();
    char *in = any_bytes(n);
    uint8_t *out = any_bytes(room);
    size_t o = base64_decode(in, n, out, room);
    assert(o <= room);
    free(in);
    free(out);
    return 0;
}
