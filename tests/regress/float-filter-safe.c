// expect: TRUE --engine affine
/* A second-order filter: its state turns and shrinks, and no box of its variables is kept by one round. */
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
        if (!(y >= -2.5 && y <= 2.5)) reach_error();
    }
    return 0;
}
