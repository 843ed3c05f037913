// expect: UNKNOWN(freed memory of external code) --property valid-memsafety
// expect: FALSE(valid-free) --property valid-memsafety -- -DBLOCK
// expect: UNKNOWN(valid-free without valid-deref, of memory that is not the program's) --property valid-free -- -DTHEIRS
// What is freed may be of external code, or of the program, which told that code of it.
#include <stdlib.h>
void give(int *);
int *made_elsewhere(void);
int main(void) {
    int local = 1, *p = &local;
#ifdef BLOCK
    p = malloc(sizeof *p);
    if (!p) return 0;
#endif
#ifdef THEIRS
    free(made_elsewhere());
    return local;
#endif
    give(p);
    int *q = made_elsewhere();
    if (!q) q = p;
    free(q);
#ifdef BLOCK
    free(q);
#endif
    return 0;
}
