// expect: FALSE(shift) --property shift
extern int __VERIFIER_nondet_int(void);
int main(void) { return 1 << (__VERIFIER_nondet_int() & 63); }
