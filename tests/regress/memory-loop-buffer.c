// expect: FALSE(valid-deref) --property valid-memsafety
// expect: TRUE --property valid-memsafety -- -DFIXED
/* A buffer of a length that comes from outside is filled to its end, or one further. */
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n > 1000) return 1;
    int *a = malloc(n * sizeof *a);
#ifdef FIXED
    for (unsigned i = 0; i < n; i++) a[i] = 0;
#else
    for (unsigned i = 0; i <= n; i++) a[i] = 0;
#endif
    free(a);
    return 0;
}
