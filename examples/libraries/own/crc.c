/* CRC-32 by a table that is made first. */
#include "harness.h"

static uint32_t table[256];

static void make_table(void) {
    for (uint32_t i = 0; i < 256; i++) {
        uint32_t c = i;
        for (int k = 0; k < 8; k++) c = c & 1 ? 0xedb88320u ^ c >> 1 : c >> 1;
        table[i] = c;
    }
}

static uint32_t crc(uint32_t c, const uint8_t *p, size_t n) {
    c = ~c;
#ifdef BUG
    while (n--) c = table[(c >> 8 ^ *p++) & 0x1ff] ^ c >> 8;
#else
    while (n--) c = table[(c ^ *p++) & 0xff] ^ c >> 8;
#endif
    return ~c;
}

int main(void) {
    size_t n = __VERIFIER_nondet_uint();
    uint8_t *p = any_bytes(n);
    make_table();
    crc(0, p, n);
    free(p);
    return 0;
}
