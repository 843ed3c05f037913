// expect: UNKNOWN(memtrack) --property valid-memtrack
// Null in one half of a pointer is not null.
#include <stdlib.h>
struct record {
    char *p;
} g;
int main(void) {
    g.p = malloc(4);
    *(int *)&g = 0;
    return 0;
}
