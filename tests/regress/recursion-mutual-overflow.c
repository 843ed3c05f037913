// expect: TRUE --property no-overflow
extern int __VERIFIER_nondet_int(void);
int g(int x);
/* f is called with less than the largest int, and both return 0. */
int f(int x) { return x <= 0 ? 0 : g(x) + g(x + 1); }
int g(int x) { return x <= 0 ? 0 : f(x - 2) + f(x - 3); }
int main(void) { return g(__VERIFIER_nondet_int()); }
