// expect: FALSE(valid-memtrack) --property valid-memsafety
// expect: TRUE --property valid-memsafety -- -DFIXED
/* The first block is forgotten where the second request is refused. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static int open_both(void) {
    char *a = malloc(4);
    if (__VERIFIER_nondet_int() < 0) {
#ifdef FIXED
        free(a);
#endif
        return -1;
    }
    char *b = malloc(4);
    b[0] = a[0] = 1;
    free(b);
    free(a);
    return 0;
}
int main(void) { return open_both(); }
