// expect: TRUE --forget-memory
/* A function without effect that reads plain variables alone says what its result is, also where it
 * is not small. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int a, b, c, d, e, f, g, h;
static int held(void) {
    if (a == 2) return 1;
    if (b == 2) return 1;
    if (c == 2) return 1;
    if (d == 2) return 1;
    if (e == 2) return 1;
    if (f == 2) return 1;
    if (g == 2) return 1;
    if (h == 2) return 1;
    return 0;
}
static int data[4];
int main(void) {
    while (__VERIFIER_nondet_int()) {
        if (held()) reach_error();
        d = 2;
        data[__VERIFIER_nondet_int() & 3]++;
        if (!held()) reach_error();
        d = 1;
    }
    return 0;
}
