// expect: TRUE
// Operations that name their rounding mode, or take it from the environment.
#include <assert.h>
#include <fenv.h>
#pragma STDC FENV_ACCESS ON

static double divided(double a, double b) { return a / b; }

int main(void) {
    double down, up;
    fesetround(FE_DOWNWARD);
    down = divided(1.0, 10.0);
    fesetround(FE_UPWARD);
    up = divided(1.0, 10.0);
    assert(down < up);
    assert((int)(float)up == 0 && !(up <= down));
    return 0;
}
