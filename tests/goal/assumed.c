// expect: FALSE(dead-code) total=7 covered=5 unreachable=2 open=0
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
int main(void) {
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assume(x > 5);
    if (x < 3) x = 0;
    return x;
}
