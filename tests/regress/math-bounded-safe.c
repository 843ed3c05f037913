// expect: TRUE
#include <math.h>
extern void reach_error(void);
extern double __VERIFIER_nondet_double(void);
int main(void) {
    double s = sin(__VERIFIER_nondet_double());
    if (s > 1.0 || s < -1.0) reach_error();
}
