// expect: UNKNOWN(approximated library function)
// A quotient by a complex zero is over-approximated: no verdict may rest on its value.
#include <complex.h>
extern void reach_error(void);
int main(void) {
    double _Complex z = 4 + 2 * I, w = 0, q = z / w;
    if (creal(q) == 2) reach_error();
}
