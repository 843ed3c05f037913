// expect: FALSE(valid-memtrack) --property valid-memsafety
// expect: TRUE --property valid-memsafety -- -DFIXED
/* A global holds the block; an assignment loses it. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
char *current;
int main(void) {
    current = malloc(4);
    if (__VERIFIER_nondet_int()) {
#ifdef FIXED
        free(current);
#endif
        current = malloc(8);
    }
    return 0;
}
