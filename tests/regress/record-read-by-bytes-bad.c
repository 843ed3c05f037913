// expect: FALSE(assert) --property assert,bounds
/* The last byte of a member is not seen by the test of its first seven. */
#include <assert.h>

extern unsigned long __VERIFIER_nondet_ulong(void);

struct record {
    unsigned long size, length;
};

int main(void) {
    struct record r = {__VERIFIER_nondet_ulong(), __VERIFIER_nondet_ulong()};
    const unsigned char *byte = (const unsigned char *)&r;
    if (!byte[0] && !byte[1] && !byte[2] && !byte[3] && !byte[4] && !byte[5] && !byte[6])
        assert(r.size * r.length == 0);
    return 0;
}
