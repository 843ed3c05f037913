// expect: TRUE
// Rounding mode is state.
#include <fenv.h>
extern void reach_error(void);
extern float __VERIFIER_nondet_float(void);
int main(void) {
    float third = 3.0f, x = 1.0f;
    fesetround(FE_UPWARD);
    float up = x / third;
    fesetround(FE_DOWNWARD);
    float down = x / third;
    if (!(up > down)) reach_error();
    if (fegetround() != FE_DOWNWARD) reach_error();
}
