// expect: TRUE
#include <assert.h>
#pragma STDC FP_CONTRACT ON

unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    double a = __VERIFIER_nondet_uchar(), b = __VERIFIER_nondet_uchar(), c = __VERIFIER_nondet_uchar();
    assert(a * b + c <= 255.0 * 256.0);
    return 0;
}
