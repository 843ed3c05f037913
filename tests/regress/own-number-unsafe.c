// expect: FALSE(null) --property null
extern int __VERIFIER_nondet_int(void);
int main(void) { long n = __VERIFIER_nondet_int(); int *p = (int *)n; char *q = 0; if (n == 40 && p) *q = 1; return 0; }
