// command: verify
// verdict: FALSE
/* A file of a name that only our models of the C library have: the program's own function is what it defines. */
#include <assert.h>
int __VERIFIER_nondet_int(void);
#line 1 "<cinch>/stdlib.c"
static int buffer[4] = {1, 2, 3, 4};
void *calloc(unsigned long n, unsigned long size) { return buffer; }
#line 9 "library-names.c"
int main(void) {
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    if (x != y * 3 + 918273 || y < 3477 || y > 100000) return 0;
    int *p = calloc(4, 4);
    if (p) assert(p[0] == 0);
    return 0;
}
