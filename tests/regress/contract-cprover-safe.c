// expect: TRUE --function use
// expect: TRUE --function min
// expect: TRUE --function store
#include <stddef.h>
int min(int a, int b)
    __CPROVER_requires(a >= 0)
    __CPROVER_ensures(__CPROVER_return_value <= a && __CPROVER_return_value <= b)
    __CPROVER_ensures(__CPROVER_return_value == a || __CPROVER_return_value == b)
    __CPROVER_assigns()
{ return a < b ? a : b; }

int use(int x)
    __CPROVER_requires(x > 3)
    __CPROVER_ensures(__CPROVER_return_value <= 10 && __CPROVER_return_value > 3)
{ return min(x, 10); }

void store(int *p, const int *q)
    __CPROVER_requires(__CPROVER_is_fresh(p, sizeof(*p)) && __CPROVER_is_fresh(q, sizeof(*q)))
    __CPROVER_assigns(*p)
    __CPROVER_ensures(*p == __CPROVER_old(*q) && *q == *p)
{ *p = *q; }
