// expect: FALSE(termination) --property termination
// The test gives memory of any content, whose bytes decide nothing, and goes on as the loop does.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_nondet_memory(void *, unsigned long);
int main(void) {
    unsigned long size = __VERIFIER_nondet_uint();
    char *p = malloc(size + 1);
    if (!p) exit(1);
    __VERIFIER_nondet_memory(p, size);
    while (__VERIFIER_nondet_int())
        ;
    free(p);
    return 0;
}
