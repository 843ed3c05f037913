// expect: FALSE(valid-memcleanup) --property valid-memcleanup
// expect: TRUE --property valid-memcleanup -- -DFIXED
// expect: TRUE --property valid-memsafety
/* A call of the error function ends the program: what it leaves is not freed. */
#include <stdlib.h>
extern void __VERIFIER_error(void) __attribute__((noreturn));
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int *p = malloc(sizeof *p);
    if (!p) return 0;
    *p = __VERIFIER_nondet_int();
    int odd = *p & 1;
#ifdef FIXED
    free(p);
    if (odd) __VERIFIER_error();
#else
    if (odd) __VERIFIER_error();
    free(p);
#endif
    return 0;
}
