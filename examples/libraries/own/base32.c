/* Base32 decoding of any string into a buffer of a given size. */
#include "harness.h"

static int decode(const char *s, uint8_t *out, int size) {
    int bits = 0, count = 0;
    uint32_t buffer = 0;
    for (const char *p = s; count < size && *p; p++) {
        uint8_t c = (uint8_t)*p;
        if (c == ' ' || c == '-' || c == '\n') continue;
        buffer <<= 5;
        if (c == '0') c = 'O';
        else if (c == '1') c = 'L';
        if ((c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z')) c = (c & 0x1F) - 1;
        else if (c >= '2' && c <= '7') c -= '2' - 26;
        else return -1;
        buffer |= c;
        bits += 5;
        if (bits >= 8) {
            out[count++] = (uint8_t)(buffer >> (bits - 8));
            bits -= 8;
        }
    }
#ifdef BUG
    if (count <= size) out[count] = 0;
#else
    if (count < size) out[count] = 0;
#endif
    return count;
}

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n > 0x7fffffff) return 0;
    char *s = any_string();
    uint8_t *out = any_bytes(n);
    int count = decode(s, out, (int)n);
    assert(count >= -1 && count <= (int)n);
    free(out);
    free(s);
    return 0;
}
