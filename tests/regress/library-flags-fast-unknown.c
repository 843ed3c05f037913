// expect: UNKNOWN(unsupported: flag -ffast-math) -- -ffast-math
// Subnormal numbers become zero.
#include <assert.h>

int main(void) {
    double x = 0x1p-1022;
    assert(x * 0.5 > 0.0);
    return 0;
}
