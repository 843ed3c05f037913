// expect: TRUE --property null
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int x = 3, *p = __VERIFIER_nondet_int() ? &x : 0;
    return p ? *p : 0;
}
