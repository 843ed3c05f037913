// expect: TRUE --property shift
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) { return (int)(1u << (__VERIFIER_nondet_uint() & 31)); }
