// expect: TRUE
#include <math.h>
extern void reach_error(void);
int main(void) {
    if (fabs(-2.5) != 2.5 || floor(-2.5) != -3.0 || ceil(2.1) != 3.0 || trunc(-2.9) != -2.0) reach_error();
    if (round(2.5) != 3.0 || rint(2.5) != 2.0 || sqrt(9.0) != 3.0 || fmod(7.5, 2.0) != 1.5) reach_error();
    if (copysign(1.0, -0.0) != -1.0 || fmax(1.0, 2.0) != 2.0 || ldexp(1.0, 4) != 16.0) reach_error();
}
