// expect: FALSE(unreach-call)
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int i = 5, n = 0;
    if (__VERIFIER_nondet_int()) goto inside;
    for (i = 0; i < 3; i++) {
    inside:
        n++;
    }
    if (n == 1) reach_error();
}
