/* UTF-8 to code points with a cursor and an end. */
#include "harness.h"

static const uint8_t *decode(const uint8_t *p, const uint8_t *end, uint32_t *code) {
    uint32_t c = *p++;
    int more;
    if (c < 0x80) more = 0;
    else if ((c & 0xe0) == 0xc0) {
        c &= 0x1f;
        more = 1;
    } else if ((c & 0xf0) == 0xe0) {
        c &= 0x0f;
        more = 2;
    } else if ((c & 0xf8) == 0xf0) {
        c &= 0x07;
        more = 3;
    } else return NULL;
#ifdef BUG
    if (end - p + 1 < more) return NULL;
#else
    if (end - p < more) return NULL;
#endif
    while (more--) {
        if ((*p & 0xc0) != 0x80) return NULL;
        c = c << 6 | (*p++ & 0x3f);
    }
    *code = c;
    return p;
}

static size_t to_utf32(const uint8_t *p, size_t n, uint32_t *out) {
    const uint8_t *end = p + n;
    size_t o = 0;
    while (p < end) {
        p = decode(p, end, &out[o]);
        if (!p) break;
        o++;
    }
    return o;
}

int main(void) {
    size_t n = __VERIFIER_nondet_uint() % 1000000;
    uint8_t *p = any_bytes(n);
    uint32_t *out = any_bytes(n * sizeof *out);
    size_t o = to_utf32(p, n, out);
    assert(o <= n);
    free(p);
    free(out);
    return 0;
}
