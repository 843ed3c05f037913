/* CBOR: heads of items of definite length are skipped one after another, as a firmware's parser does. */
#include "harness.h"

static int cbor_head(const uint8_t *p, size_t n, size_t *pos, uint8_t *major, uint64_t *value) {
    if (*pos >= n) return -1;
    uint8_t first = p[(*pos)++];
    *major = first >> 5;
    uint8_t info = first & 31;
    if (info < 24) {
        *value = info;
        return 0;
    }
    if (info > 27) return -1;
    size_t bytes = (size_t)1 << (info - 24);
#ifdef BUG
    if (*pos + bytes > n + 1) return -1;
#else
    if (n - *pos < bytes) return -1;
#endif
    uint64_t v = 0;
    for (size_t i = 0; i < bytes; i++) v = v << 8 | p[(*pos)++];
    *value = v;
    return 0;
}

static int cbor_skip(const uint8_t *p, size_t n, size_t *items) {
    size_t pos = 0, count = 0;
    while (pos < n) {
        uint8_t major;
        uint64_t value;
        if (cbor_head(p, n, &pos, &major, &value)) return -1;
        if (major == 2 || major == 3) {
            if (value > n - pos) return -1;
            pos += (size_t)value;
        }
        count++;
    }
    *items = count;
    assert(pos == n && count <= n);
    return 0;
}

int main(void) {
    size_t n = __VERIFIER_nondet_uint(), items;
    uint8_t *p = any_bytes(n);
    cbor_skip(p, n, &items);
    free(p);
    return 0;
}
