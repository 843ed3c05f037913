// expect: FALSE(unreach-call)
/* The last branch is on an input, after a long way that no input changes. */
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
    unsigned i, sum = 0;
    unsigned char in = __VERIFIER_nondet_uchar();
    for (i = 0; i < 1000; i++) sum += i;
    if ((sum & 0xff) == in) reach_error();
    return 0;
}
