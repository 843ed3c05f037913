// expect: FALSE(pointer-overflow) --property pointer-overflow
// expect: TRUE --property pointer-overflow -- -DFIXED
// Where the block lies is of no consequence.
#include <stdlib.h>
int main(void) {
    int *a = malloc(16);
    if (!a) return 0;
#ifdef FIXED
    int *p = a + 4;
#else
    int *p = a + 5;
#endif
    int same = p == a;
    free(a);
    return same;
}
