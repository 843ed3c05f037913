// expect: FALSE(no-overflow) --property no-overflow,termination
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int n = __VERIFIER_nondet_int();
    n++;
    return n;
}
