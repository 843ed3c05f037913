// expect: TRUE --property valid-memsafety
#include <stdlib.h>
int main(void) {
    int *q;
    {
        int *p = malloc(4);
        q = p;
        if (q == p) exit(0);
    }
    exit(0);
}
