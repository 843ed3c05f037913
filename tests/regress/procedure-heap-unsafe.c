// expect: FALSE(unreach-call)
// expect: UNKNOWN(recursion) --inline none
// What a recursive procedure writes to a block of the run that called it.
#include <stdlib.h>
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
static unsigned seen;
static void put(unsigned *p, unsigned n) {
    if (n == 0) {
        *p = 1;
        return;
    }
    unsigned *q = malloc(sizeof *q);
    if (!q) return;
    *q = 0;
    put(q, n - 1);
    if (*q) seen = 1;
}
int main(void) {
    unsigned r = 0;
    put(&r, __VERIFIER_nondet_uint() & 1);
    if (seen) reach_error();
}
