// expect: FALSE(unreach-call)
/* The same filter leaves smaller bounds after some rounds of unlucky inputs. */
extern void reach_error(void);
extern double __VERIFIER_nondet_double(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
    double x1 = 0, y1 = 0, y2 = 0;
    while (__VERIFIER_nondet_int()) {
        double x = __VERIFIER_nondet_double();
        if (!(x >= -1.0 && x <= 1.0)) return 0;
        double y = 0.25 * x + 0.125 * x1 + 1.25 * y1 - 0.625 * y2;
        x1 = x;
        y2 = y1;
        y1 = y;
        if (!(y >= -1.0 && y <= 1.0)) reach_error();
    }
    return 0;
}
