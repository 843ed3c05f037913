// expect: TRUE --property valid-deref
/* An array of variable size saves the stack in its own block; what alloca makes elsewhere stays. */
#include <alloca.h>
int main(void) {
    int *p[2], n = 2;
    {
        int v[n];
        v[0] = 1;
        if (v[0] != 1) return 1;
    }
    for (int i = 0; i < 2; i++) {
        p[i] = alloca(sizeof(int));
        *p[i] = i;
    }
    if (*p[0] != 0) *(volatile int *)0 = 1;
    return 0;
}
