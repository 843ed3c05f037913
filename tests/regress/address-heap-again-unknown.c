// expect: UNKNOWN(depends on addresses)
// A number remembers where a block was; another may lie there now.
#include <stdint.h>
#include <stdlib.h>
extern void reach_error(void);

int main(void) {
    int *a = malloc(4);
    if (!a) return 0;
    uintptr_t was = (uintptr_t)a;
    free(a);
    int *b = malloc(4);
    if (b && (was ^ (uintptr_t)b) == 0) reach_error();
}
