// expect: FALSE(valid-deref) --property valid-deref
// expect: TRUE --property valid-deref -- -DFIXED
/* Compilers free what alloca made with the array of variable size that was declared before it. */
#include <alloca.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 4) return 0;
    char *p;
    {
        char before[n];
        before[0] = 0;
        p = alloca(4);
        p[0] = before[0];
#ifdef FIXED
        p[3] = 1;
    }
#else
    }
    p[3] = 1;
#endif
    return 0;
}
