// expect: FALSE(alignment) --property undefined
// expect: TRUE --property undefined -DALIGNED
// An int is read where no int may lie.
#include <stdlib.h>
int main(void) {
    char *block = calloc(1, 16);
    if (!block) return 0;
#ifdef ALIGNED
    int n = *(int *)(block + 4);
#else
    int n = *(int *)(block + 1);
#endif
    free(block);
    return n;
}
