// expect: TRUE
// The compiler calls functions of its own for products that are not numbers and for quotients.
#include <assert.h>
int main(void) {
    double _Complex z = 4.0 + 2.0i, w = 1.0 + 1.0i, q = z / w;
    assert(__real__ q == 3 && __imag__ q == -1);
    float _Complex f = 1.0f + 2.0fi;
    f /= 2.0fi;
    assert(__real__ f == 1.0f && __imag__ f == -0.5f);
    double _Complex far = __builtin_inf() + 0.0i;
    far *= 2.0 + 1.0i;
    assert(__real__ far == __builtin_inf());
    return 0;
}
