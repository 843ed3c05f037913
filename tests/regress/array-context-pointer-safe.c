// expect: TRUE --engine cells --property unreach-call,valid-deref --malloc-may-fail
// A pointer that a loop moves from the start of a block to its end stays between them, also where
// there is no block and they are both null.
#include <stdlib.h>
extern unsigned long __VERIFIER_nondet_ulong(void);

int main(void) {
    unsigned long length = __VERIFIER_nondet_ulong(), hash = 5381;
    if (length > 1000000) return 0;
    unsigned char *block = malloc(length);
    if (!block && length) return 0;
    for (unsigned char *p = block, *end = block ? block + length : 0; p != end; p++) hash = hash * 33 ^ *p;
    if (block && length) hash += block[length - 1];
    return (int)hash;
}
