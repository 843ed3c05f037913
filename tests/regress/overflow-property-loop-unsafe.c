// expect: FALSE(no-overflow) --property no-overflow
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int product = 1;
    for (int i = 0; i < 40; i++) product *= 3;
    return product;
}
