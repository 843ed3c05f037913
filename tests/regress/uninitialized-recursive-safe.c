// expect: TRUE --property uninitialized
// expect: TRUE --property uninitialized --inline all
/* As uninitialized-recursive.c, but every run writes its local before
 * it reads it. */
extern unsigned char __VERIFIER_nondet_uchar(void);

static int f(int n) {
    int x;
    if (n == 0) return 1;
    int y = f(n - 1);
    x = y;
    return x + y;
}

int main(void) { return f(__VERIFIER_nondet_uchar() % 4) == 1; }
