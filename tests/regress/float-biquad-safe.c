// expect: TRUE --engine affine
/* A stage of two delays in transposed form. */
extern void reach_error(void);
extern double __VERIFIER_nondet_double(void);
typedef struct { double z1, z2; } stage;
static double run(stage *s, double x, double b0, double b1, double b2, double a1, double a2) {
    double y = b0 * x + s->z1;
    s->z1 = b1 * x - a1 * y + s->z2;
    s->z2 = b2 * x - a2 * y;
    return y;
}
int main(void) {
    stage s = {0, 0};
    while (1) {
        double x = __VERIFIER_nondet_double();
        if (!(x >= -1 && x <= 1)) break;
        double y = run(&s, x, 0.2, 0.4, 0.2, -0.6, 0.3);
        if (!(y > -1.5 && y < 1.5)) reach_error();
    }
    return 0;
}
