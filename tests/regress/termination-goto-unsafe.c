// expect: FALSE(termination) --property termination
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int i = 0;
again:
    if (__VERIFIER_nondet_int()) goto again;
    if (i++ < 3) goto again;
    return 0;
}
