/* adler32 of zlib 1.2.13: any 3 bytes; both halves of the sum stay below the modulus, and a sum in two parts is the sum of the whole. */
#include "zlib.h"
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned char b[3];
    unsigned cut = __VERIFIER_nondet_uint();
    if (cut > 3) return 0;
    for (int i = 0; i < 3; i++) b[i] = __VERIFIER_nondet_uchar();
    unsigned long all = adler32(adler32(0, 0, 0), b, 3);
    unsigned long parts = adler32(adler32(adler32(0, 0, 0), b, cut), b + cut, 3 - cut);
    assert(all == parts);
    assert((all & 0xffff) < 65521 && all >> 16 < 65521);
    return 0;
}
