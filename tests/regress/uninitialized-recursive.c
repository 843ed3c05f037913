// expect: FALSE(uninitialized) --property uninitialized
// expect: FALSE(uninitialized) --property uninitialized --inline all
/* Each run of a recursive function has its locals anew: what an inner run wrote is not written in
 * the outer one. */
extern unsigned char __VERIFIER_nondet_uchar(void);

static int f(int n) {
    int x;
    if (n == 0) return 1;
    int y = f(n - 1);
    if (n != 2) x = y;
    return x + y;
}

int main(void) { return f(__VERIFIER_nondet_uchar() % 4) == 1; }
