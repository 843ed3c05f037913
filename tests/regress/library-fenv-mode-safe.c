// expect: TRUE --data-model ILP32
#define _GNU_SOURCE
#include <assert.h>
#include <fenv.h>
#include <float.h>

int main(void) {
    femode_t mode;
    fesetround(FE_TOWARDZERO);
    fegetmode(&mode);
    assert(FLT_ROUNDS == 0);
    fesetmode(FE_DFL_MODE);
    assert(FLT_ROUNDS == 1);
    fesetmode(&mode);
    assert(fegetround() == FE_TOWARDZERO);
    assert(fesetround(5) != 0 && fegetround() == FE_TOWARDZERO);
    assert((fetestexcept(FE_INEXACT) & ~FE_INEXACT) == 0);
    return 0;
}
