// expect: FALSE(valid-memtrack) --property valid-memtrack
// A copy replaces two bytes of the only pointer to a block.
#include <stdlib.h>
#include <string.h>
struct record {
    char *p;
    char b[8];
} g;
int main(void) {
    g.p = malloc(4);
    memcpy(&g, "ab", 2);
    return 0;
}
