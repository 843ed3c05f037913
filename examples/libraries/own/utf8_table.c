/* UTF-8 validation by a table of lengths; what remains is counted. */
#include "harness.h"
static const uint8_t lengths[16] = {1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 2, 2, 3, 4};
static int valid(const uint8_t *s, size_t n) {
    while (n) {
        size_t k = lengths[*s >> 4], i;
#ifdef BUG
        if (!k) return 0;
#else
        if (!k || k > n) return 0;
#endif
        for (i = 1; i < k; i++)
            if ((s[i] & 0xC0) != 0x80) return 0;
        s += k;
        n -= k;
    }
    return 1;
}
int main(void) {
    size_t n = __VERIFIER_nondet_uint();
    uint8_t *s = any_bytes(n);
    valid(s, n);
    free(s);
    return 0;
}
