/* An address as text, digits in reverse, within the length of the buffer. */
#include "harness.h"
static char *ntoa_r(uint32_t addr, char *buf, int buflen) {
    char inv[3], *rp = buf;
    uint8_t rem, n, i;
    int len = 0;
    for (n = 0; n < 4; n++) {
        uint8_t a = (uint8_t)(addr >> (8 * n));
        i = 0;
        do {
            rem = a % 10;
            a /= 10;
            inv[i++] = (char)('0' + rem);
        } while (a);
        while (i--) {
#ifdef BUG
            if (len++ > buflen) return 0;
#else
            if (len++ >= buflen) return 0;
#endif
            *rp++ = inv[i];
        }
        if (len++ >= buflen) return 0;
        *rp++ = '.';
    }
    *--rp = 0;
    return buf;
}
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0) return 0;
    char *b = any_bytes((size_t)n);
    ntoa_r(__VERIFIER_nondet_uint(), b, n);
    free(b);
    return 0;
}
