// expect: TRUE --function inc
void inc(int *p)
__CPROVER_requires(__CPROVER_is_fresh(p, sizeof *p) && *p < 100)
__CPROVER_assigns(*p)
__CPROVER_ensures(*p == __CPROVER_old(*p) + 1)
{ ++*p; }
