// expect: FALSE(valid-deref) --property valid-memsafety
// expect: TRUE --property valid-memsafety -- -DFIXED
/* A pointer into a vector is kept while the vector grows. */
#include <stdlib.h>
int main(void) {
    int *v = malloc(2 * sizeof *v);
    v[0] = 1, v[1] = 2;
    int *first = &v[0];
    v = realloc(v, 4 * sizeof *v);
#ifdef FIXED
    first = &v[0];
#endif
    int sum = *first;
    free(v);
    return sum;
}
