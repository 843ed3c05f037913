/* XXH32 of xxHash 0.8.1: any input of up to 4 bytes stays inside its memory; the hash is a function of the input. */
#define XXH_INLINE_ALL
#define XXH_VECTOR 0
#include "xxhash.h"
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned char a[4], b[4];
    unsigned n = __VERIFIER_nondet_uint();
    if (n > 4) return 0;
    for (unsigned i = 0; i < n; i++) a[i] = b[i] = __VERIFIER_nondet_uchar();
    assert(XXH32(a, n, 7) == XXH32(b, n, 7));
    return 0;
}
