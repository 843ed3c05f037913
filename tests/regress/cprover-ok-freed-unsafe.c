// expect: FALSE(assert)
#include <stdlib.h>
int nondet_int(void);
int main(void) {
    int *p = malloc(4);
    __CPROVER_assume(p);
    if (nondet_int() == 6) free(p);
    __CPROVER_assert(__CPROVER_r_ok(p, 4), "r");
}
