// expect: FALSE(assert)
#include <assert.h>
#include <fenv.h>

int main(void) {
    fenv_t saved;
    double x = 1.0, y;
    fegetenv(&saved);
    fesetround(FE_UPWARD);
    fesetenv(&saved);
    y = x / 3.0;
    fesetround(FE_UPWARD);
    assert(y == x / 3.0);
    return 0;
}
