// expect: FALSE(unreach-call) --engine sample
/* Comparisons with the first and the last value of a type, and of narrow variables with wide constants. */
extern int __VERIFIER_nondet_int(void);
extern long long __VERIFIER_nondet_longlong(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
int main(void) {
    int at = 0;
    for (;;) {
        long long wide = __VERIFIER_nondet_longlong();
        int in = __VERIFIER_nondet_int();
        unsigned char narrow = __VERIFIER_nondet_uchar();
        long long copy = in;
        if (copy == -5000000000ll) return 0;
        if (at == 0 && wide == 0x7fffffffffffffffll) at = 1;
        else if (at == 1 && wide == -0x7fffffffffffffffll - 1) at = 2;
        else if (at == 2 && in == 0x7fffffff) at = 3;
        else if (at == 3 && narrow == 200) at = 4;
        else if (at == 4 && in < -0x7ffffffe) at = 5;
        if (at == 5) reach_error();
    }
}
