// expect: FALSE(bounds) --property memory
// expect: TRUE --property memory -DFITS
// __VERIFIER_nondet_memory writes as many bytes as it is told.
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_nondet_memory(void *, size_t);
int main(void) {
    size_t n = __VERIFIER_nondet_uint();
    char *p = malloc(n);
    if (!p) return 0;
#ifdef FITS
    __VERIFIER_nondet_memory(p, n);
#else
    __VERIFIER_nondet_memory(p, n + 1);
#endif
    free(p);
    return 0;
}
