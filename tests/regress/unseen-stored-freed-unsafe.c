// expect: FALSE(valid-deref) --property valid-deref
// expect: TRUE --property valid-deref -- -DFIXED
// The program's own block ended, although external code knows where the pointer is.
#include <stdlib.h>
void keep(int **);
int main(void) {
    int *p = malloc(sizeof *p);
    if (!p) return 0;
    *p = 1;
    keep(&p);
    if (!p) return 0;
#ifndef FIXED
    p = malloc(sizeof *p);
    if (!p) return 0;
    free(p);
#endif
    return *p;
}
