// expect: TRUE --property div-by-zero
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int d = __VERIFIER_nondet_int();
    return d ? 100 / d : 0;
}
