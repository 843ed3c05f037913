// expect: FALSE(uninitialized) --property uninitialized
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern double __VERIFIER_nondet_double(void);
int main(void) {
    int found, n = __VERIFIER_nondet_int();
    if (n > 3) found = 1;
    if (n < -3) found = 0;
    return found;
}
