// expect: FALSE(valid-deref) --property valid-memsafety
// expect: TRUE --property valid-memsafety -- -DFIXED
// A pointer that may hold the number of an error still has to stay in its block.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

static char *make(void) {
    char *p = malloc(4);
    if (!__VERIFIER_nondet_int()) return p;
    free(p);
    return (char *)(long)-12;
}

int main(void) {
    char *p = make();
    if ((unsigned long)p >= (unsigned long)-4095) return 0;
#ifdef FIXED
    p[3] = 1;
#else
    p[4] = 1;
#endif
    free(p);
    return 0;
}
