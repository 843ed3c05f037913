/* A CRC by a table that is filled first, four bytes at a time. */
#include "harness.h"
static uint16_t table[256];
static void fill(void) {
    for (unsigned i = 0; i < 256; i++) {
        uint16_t c = (uint16_t)i;
        for (int k = 0; k < 8; k++) c = (uint16_t)(c & 1 ? (c >> 1) ^ 0xA001 : c >> 1);
        table[i] = c;
    }
}
static uint16_t crc(uint16_t c, const uint8_t *p, size_t n) {
#ifdef BUG
    while (n >= 3) {
#else
    while (n >= 4) {
#endif
        c = (uint16_t)(table[(c ^ p[0]) & 0xff] ^ (c >> 8));
        c = (uint16_t)(table[(c ^ p[1]) & 0xff] ^ (c >> 8));
        c = (uint16_t)(table[(c ^ p[2]) & 0xff] ^ (c >> 8));
        c = (uint16_t)(table[(c ^ p[3]) & 0xff] ^ (c >> 8));
        p += 4;
        n -= 4;
    }
    while (n--) c = (uint16_t)(table[(c ^ *p++) & 0xff] ^ (c >> 8));
    return c;
}
int main(void) {
    size_t n = __VERIFIER_nondet_uint();
    uint8_t *s = any_bytes(n);
    fill();
    crc(0xffff, s, n);
    free(s);
    return 0;
}
