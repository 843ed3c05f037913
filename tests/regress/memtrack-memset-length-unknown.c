// expect: UNKNOWN(memtrack) --property valid-memtrack
// The first bytes of the only pointer to a block are set: where it leads is not known any more.
#include <stdlib.h>
#include <string.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
struct record {
    char *p;
    int x;
} g;
int main(void) {
    int n = __VERIFIER_nondet_uchar();
    g.p = malloc(4);
    if (n == 4) memset(&g, 0, n);
    return 0;
}
