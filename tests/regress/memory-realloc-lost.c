// expect: FALSE(valid-memtrack) --property memory
// expect: TRUE --property memory -- -DFIXED
/* Where realloc fails the old block stays, and nothing points to it any more. */
#include <stdlib.h>
int main(void) {
    char *p = malloc(2);
    if (!p) return 1;
#ifdef FIXED
    char *more = realloc(p, 4);
    if (!more) free(p);
    p = more;
#else
    p = realloc(p, 4);
#endif
    if (!p) return 1;
    free(p);
    return 0;
}
