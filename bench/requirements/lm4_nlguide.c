// run: --step nlg_step --input nlg_U --range nlg_U=-1000:1000
// Lockheed Martin challenge 4, nonlinear guidance: the aim point is one of two points on a circle around the target, the nearer one
// where the vehicle is inside the circle. Here the two points are inputs, as the specification has them.
typedef struct {
    double Xtarg[3], Xv[3], Xap1[2], Xap2[2], r;
} ExtU_nlg;
ExtU_nlg nlg_U;
double nlg_yout[3];
static double square(double x) { return x * x; }

static double distance2(const double *a, const double *b) { return square(a[0] - b[0]) + square(a[1] - b[1]); }

void nlg_step(void) {
    double d1 = distance2(nlg_U.Xap1, nlg_U.Xv), d2 = distance2(nlg_U.Xap2, nlg_U.Xv);
    int inside = distance2(nlg_U.Xtarg, nlg_U.Xv) < nlg_U.r * nlg_U.r;
    const double *from = !inside ? nlg_U.Xtarg : d1 < d2 ? nlg_U.Xap1 : nlg_U.Xap2;
    nlg_yout[0] = from[0];
    nlg_yout[1] = from[1];
    nlg_yout[2] = nlg_U.Xtarg[2];
}
