// expect: FALSE(valid-free) --property valid-memsafety
// What may be a block of external code is checked where it is an object of the program's own.
#include <stdlib.h>
int *made_elsewhere(void);
int main(void) {
    int local = 1, *p = made_elsewhere();
    if (!p) p = &local;
    int value = local;
    free(p);
    return value;
}
