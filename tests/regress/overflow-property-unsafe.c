// expect: FALSE(no-overflow) --property no-overflow
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    return x + 1;
}
