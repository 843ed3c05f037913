// expect: UNKNOWN(approximated library function) -- -ffinite-math-only
// Without NaN a compiler may take x == x for granted.
#include <assert.h>

double __VERIFIER_nondet_double(void);

int main(void) {
    double zero = 0.0, x = zero / zero;
    assert(x != x);
    return 0;
}
