// expect: FALSE(pointer-overflow) --property pointer-overflow
// expect: TRUE --property pointer-overflow -- -DFIXED
/* A block ends where its size says, wherever it lies. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static char *end;
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 100) return 0;
    char *p = malloc(n);
    if (!p) return 0;
#ifdef FIXED
    end = p + n;
#else
    end = p + n + 1;
#endif
    return 0;
}
