// expect: FALSE(null) --property memory
// expect: TRUE --property memory -- -DFIXED
/* An allocation may fail. */
#include <stdlib.h>
int main(void) {
    int *p = malloc(sizeof *p);
#ifdef FIXED
    if (!p) return 1;
#endif
    *p = 1;
    free(p);
    return 0;
}
