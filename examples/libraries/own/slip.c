/* SLIP frames: encoding into a buffer of twice the size, decoding in place of a second one. */
#include "harness.h"

enum { END = 0xC0, ESC = 0xDB, ESC_END = 0xDC, ESC_ESC = 0xDD };

static size_t encode(const uint8_t *in, size_t n, uint8_t *out) {
    size_t at = 0;
    for (size_t i = 0; i < n; i++) {
        if (in[i] == END) {
            out[at++] = ESC;
            out[at++] = ESC_END;
        } else if (in[i] == ESC) {
            out[at++] = ESC;
            out[at++] = ESC_ESC;
        } else out[at++] = in[i];
    }
    out[at++] = END;
    return at;
}

static size_t decode(const uint8_t *in, size_t n, uint8_t *out) {
    const uint8_t *p = in, *end = in + n;
    uint8_t *to = out;
    while (p < end && *p != END) {
        uint8_t c = *p++;
        if (c == ESC) {
            if (p == end) break;
            c = *p++ == ESC_END ? END : ESC;
        }
        *to++ = c;
    }
    return (size_t)(to - out);
}

int main(void) {
    size_t n = __VERIFIER_nondet_uint();
    uint8_t *in = any_bytes(n), *back = any_bytes(n + 1);
#ifdef BUG
    uint8_t *out = any_bytes(2 * n);
#else
    uint8_t *out = any_bytes(2 * n + 1);
#endif
    size_t m = encode(in, n, out);
    assert(m > n && m <= 2 * n + 1);
    assert(decode(in, n, back) <= n);
    free(in);
    free(out);
    free(back);
    return 0;
}
