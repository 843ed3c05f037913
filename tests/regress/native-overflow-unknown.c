// expect: UNKNOWN(not run natively: the property) --engine native --property no-overflow
// expect: FALSE(no-overflow) --engine sample --property no-overflow
extern int __VERIFIER_nondet_int(void);
int main(void) { return __VERIFIER_nondet_int() + 1; }
