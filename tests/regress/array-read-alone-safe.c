// expect: TRUE --property valid-memsafety --engine ic3cfa
// expect: TRUE --property valid-memsafety --engine treeic3
/* The size of a block is read where it was just stored, and compared with a constant: the clauses
 * name the bits of the read alone, each as false. */
#include <stdlib.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned char a = __VERIFIER_nondet_uchar();
    for (int i = 0; i < 2; i++) {
        int *block = __builtin_alloca(4 * (1 + (a & 1)));
        block[0] = 1;
    }
}
