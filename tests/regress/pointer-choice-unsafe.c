// expect: FALSE(unreach-call)
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int a = 1, b = 2, *p = &a;
    if (__VERIFIER_nondet_int()) p = &b;
    *p = 7;
    if (b == 7 && a == 1) reach_error();
}
