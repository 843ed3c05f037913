// expect: UNKNOWN(approximated library function)
// Terms in another order, another sum.
#include <assert.h>

static double sum(double a, double b, double c) {
#pragma clang fp reassociate(on)
    return a + b + c;
}

int main(void) {
    assert(sum(1e300, -1e300, 1.0) == 1.0);
    return 0;
}
