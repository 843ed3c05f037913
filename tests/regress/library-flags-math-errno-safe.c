// expect: TRUE -- -fno-math-errno
// Functions of math.h are the same where the compiler makes intrinsics of them.
#include <assert.h>
#include <math.h>

unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    double x = __VERIFIER_nondet_uchar();
    assert(sin(x) <= 1.0 && cosf((float)x) >= -1.0f);
    assert(exp(x) >= 1.0 && pow(x, 0.0) == 1.0 && lround(x + 0.5) == (long)x + 1);
    assert(__builtin_powi(x, 2) == x * x);
    return 0;
}
