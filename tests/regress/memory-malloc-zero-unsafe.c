// expect: FALSE(bounds) --property memory
// A block of no bytes may not be written, even where malloc gives one.
#include <stdlib.h>
int main(void) {
    char *p = malloc(0);
    if (p) p[0] = 1;
    free(p);
    return 0;
}
