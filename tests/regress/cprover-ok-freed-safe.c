// expect: TRUE
#include <stdlib.h>
int nondet_int(void);
int main(void) {
    char *p = malloc(3), *q = malloc(3);
    __CPROVER_assume(p && q);
    if (nondet_int() == 6) free(q);
    __CPROVER_assert(__CPROVER_r_ok(p, 3) && !__CPROVER_r_ok(p, 4) && !__CPROVER_w_ok(p + 3, 1), "r");
    free(p);
    __CPROVER_assert(!__CPROVER_rw_ok(p, 1), "freed");
}
