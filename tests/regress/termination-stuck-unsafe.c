// expect: FALSE(termination) --property termination
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    while (x > 0)
        if (x != 10) x--;
    return 0;
}
