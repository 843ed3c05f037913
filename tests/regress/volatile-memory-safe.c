// expect: TRUE --volatile memory
// expect: FALSE(assert)
#include <assert.h>
volatile int sensor = 4;
volatile struct { int x, y; } pair = {1, 2};
int main(void) {
    assert(sensor == 4);
    assert(pair.y == 2);
}
