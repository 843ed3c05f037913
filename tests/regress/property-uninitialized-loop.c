// expect: FALSE(uninitialized) --property uninitialized
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern double __VERIFIER_nondet_double(void);
int main(void) {
    int sum = 0, n = __VERIFIER_nondet_int();
    for (int i = 0; i < n; i++) {
        int last; /* a new one in every round */
        if (i == 0) last = i;
        sum ^= last;
    }
    return sum;
}
