// expect: TRUE --property assert,bounds
/* Reads of parts of a member take its bits; a read may lie across two members, and a byte that is
 * written is seen in the whole. */
#include <assert.h>
#include <stddef.h>
#include <string.h>

extern unsigned long __VERIFIER_nondet_ulong(void);
extern unsigned __VERIFIER_nondet_uint(void);

struct record {
    unsigned long size, length;
    unsigned flags;
    unsigned char kind;
};

static int is_zero(const struct record *r) {
    const unsigned char *byte = (const unsigned char *)r;
    return !byte[0] && !byte[1] && !byte[2] && !byte[3] && !byte[4] && !byte[5] && !byte[6] &&
           !byte[7];
}

int main(void) {
    struct record r = {__VERIFIER_nondet_ulong(), __VERIFIER_nondet_ulong(),
                       __VERIFIER_nondet_uint(), 7};
    const unsigned char *byte = (const unsigned char *)&r;
    unsigned across;
    memcpy(&across, byte + 6, 4);
    assert(is_zero(&r) == (r.size == 0));
    assert(byte[9] == (unsigned char)(r.length >> 8));
    assert(across == (unsigned)(r.size >> 48 | r.length << 16));
    struct record copy = r;
    ((unsigned char *)&copy)[17] = 5;
    assert((copy.flags & 0xff00) == 0x500 && (copy.flags | 0xff00) == (r.flags | 0xff00));
    assert(((const unsigned char *)&copy)[16] == (unsigned char)r.flags && copy.kind == 7);
    return 0;
}
