// expect: TRUE
// A saved environment brings its rounding mode back.
#include <assert.h>
#include <fenv.h>

int main(void) {
    fenv_t saved, held;
    double third, one = 1.0;
    fesetround(FE_UPWARD);
    fegetenv(&saved);
    fesetround(FE_DOWNWARD);
    feholdexcept(&held);
    third = one / 3.0;
    fesetenv(&saved);
    assert(fegetround() == FE_UPWARD);
    assert(one / 3.0 > third);
    feupdateenv(&held);
    assert(fegetround() == FE_DOWNWARD);
    fesetenv(FE_DFL_ENV);
    assert(fegetround() == FE_TONEAREST);
    return 0;
}
