// expect: FALSE(valid-deref) --property valid-deref
// expect: TRUE --property valid-deref -- -DFIXED
// A pointer that may come from external code may be followed; where it is the program's own
// block, it has to stay in it.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern char *get(void);
static char *own;

int main(void) {
    own = malloc(4);
    char *other = get();
    if (!other || (unsigned long)other > 100000000) return 0;
    char *p = __VERIFIER_nondet_int() ? own : other;
#ifdef FIXED
    p[3] = 1;
#else
    p[4] = 1;
#endif
    return 0;
}
