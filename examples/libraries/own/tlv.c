/* Records of type, length, value in a buffer of any size. */
#include "harness.h"

static const uint8_t *find(const uint8_t *p, size_t n, uint8_t type, size_t *length) {
    while (n >= 2) {
        size_t size = p[1];
#ifdef BUG
        if (size > n) return 0;
#else
        if (size > n - 2) return 0;
#endif
        if (p[0] == type) {
            *length = size;
            return p + 2;
        }
        p += 2 + size;
        n -= 2 + size;
    }
    return 0;
}

int main(void) {
    size_t n = __VERIFIER_nondet_uint(), length = 0;
    uint8_t *p = any_bytes(n);
    const uint8_t *v = find(p, n, __VERIFIER_nondet_uchar(), &length);
    unsigned sum = 0;
    for (size_t i = 0; v && i < length; i++) sum += v[i];
    free(p);
    return 0;
}
