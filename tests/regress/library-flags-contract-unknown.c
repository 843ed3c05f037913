// expect: UNKNOWN(approximated library function)
// Rounded once the sum is not 0; this machine rounds twice.
#include <assert.h>
#pragma STDC FP_CONTRACT ON

int main(void) {
    double a = 1.0 + 0x1p-30, b = a * a;
    assert(a * a + -b == 0.0);
    return 0;
}
