// expect: FALSE(unreach-call)
// glibc's remainderf gives +0 for this one; others give -0, as C says.
#include <fenv.h>
#include <math.h>
extern void reach_error(void);

int main(void) {
    volatile float x = -259.5f, y = 0.5f;
    fesetround(FE_DOWNWARD);
    float r = remainderf(x, y);
    if (!signbit(r)) reach_error();
    return 0;
}
