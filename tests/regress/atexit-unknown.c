// expect: UNKNOWN(unsupported: atexit, tests/regress/atexit-unknown.c:7)
// What runs after main is not left out.
#include <stdlib.h>
void reach_error(void) {}

int main(void) {
    atexit(reach_error);
}
