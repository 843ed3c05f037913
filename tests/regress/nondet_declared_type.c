// expect: FALSE(unreach-call)
/* An input has the type that the caller declared or assumed, whatever its name says. */
extern int __VERIFIER_nondet_uchar();
extern double __VERIFIER_nondet_int(void);
extern unsigned long long __VERIFIER_nondet_thing(void);
extern long double __VERIFIER_nondet_longdouble(void);
extern void reach_error(void);
int main(void) {
    if (__VERIFIER_nondet_uchar() != -70000) return 0;
    if (__VERIFIER_nondet_int() != 0.5) return 0;
    if (__VERIFIER_nondet_thing() >> 40 != 77) return 0;
    if (__VERIFIER_nondet_longdouble() != -2.5L) return 0;
    if (__VERIFIER_nondet_undeclared() == -3) reach_error();
    return 0;
}
