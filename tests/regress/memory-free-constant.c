// expect: FALSE(valid-free) --property valid-memsafety
// expect: TRUE --property valid-memsafety -- -DFIXED
/* A default name is no block. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    char *name = "default";
    int given = __VERIFIER_nondet_int();
    if (given) {
        name = malloc(2);
        name[0] = 'x', name[1] = 0;
    }
#ifdef FIXED
    if (given)
#endif
        free(name);
    return 0;
}
