// expect: FALSE(valid-deref) --property valid-deref
int *get(void); static int *keep; extern long __VERIFIER_nondet_long(void);
int main(void) { keep = get(); if (keep) *(long *)&keep = __VERIFIER_nondet_long(); long n = *(long *)&keep; int *q = keep; if (n == 77 && q) { char *z = 0; *z = 1; } return 0; }
