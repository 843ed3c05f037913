/* The text of an IPv4 address, digit by digit, as lwIP and others write it. */
#include "harness.h"

char *ip4_text(uint32_t address, char *out, int room) {
    char digits[3], *p = out;
    int length = 0;
    for (int n = 0; n < 4; n++) {
        uint8_t rest = (uint8_t)(address >> 8 * n), i = 0;
        do {
            digits[i++] = (char)('0' + rest % 10);
            rest /= 10;
        } while (rest);
        while (i--) {
#ifdef BUG
            if (length++ > room) return 0;
#else
            if (length++ >= room) return 0;
#endif
            *p++ = digits[i];
        }
        if (length++ >= room) return 0;
        *p++ = '.';
    }
    *--p = 0;
    return out;
}

int main(void) {
    int room = (int)(__VERIFIER_nondet_uint() % 32);
    char *out = any_bytes((size_t)room);
    ip4_text(__VERIFIER_nondet_uint(), out, room);
    free(out);
    return 0;
}
