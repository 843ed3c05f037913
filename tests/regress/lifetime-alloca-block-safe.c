// expect: TRUE --property valid-memsafety
// expect: TRUE --property valid-memsafety --data-model ILP32
/* What alloca makes lives to the end of the function, not of the block, also if its size is a
 * constant. */
#include <alloca.h>
int main(void) {
    int *p;
    char *q;
    {
        p = alloca(4);
        *p = 1;
        q = alloca(1);
        *q = 2;
    }
    return *p + *q;
}
