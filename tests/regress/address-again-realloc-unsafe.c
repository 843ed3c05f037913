// expect: FALSE(unreach-call)
/* A block may stay where it is. */
#include <stdlib.h>
extern void reach_error(void);

int main(void) {
    char *before = malloc(4), *after;
    if (!before) return 0;
    after = realloc(before, 5);
    if (after && after == before) reach_error();
}
