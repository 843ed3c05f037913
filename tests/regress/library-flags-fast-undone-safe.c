// expect: TRUE -- -ffast-math -fno-fast-math -O2
#include <assert.h>

int main(void) {
    double x = 0x1p-1022;
    assert(x * 0.5 > 0.0);
    return 0;
}
