// expect: TRUE
// The compiler calls its own library for complex quotients and for large atomic objects: lib/ has both as C.
#include <complex.h>
#include <stdatomic.h>
extern void reach_error(void);
struct large { int a[5]; };
_Atomic struct large shared;
int main(void) {
    double _Complex z = 4 + 2 * I, w = 2, q = z / w;
    struct large x = {{1, 2, 3, 4, 5}}, y;
    atomic_store(&shared, x);
    y = atomic_load(&shared);
    if (creal(q) != 2 || cimag(q) != 1 || y.a[3] != 4) reach_error();
}
