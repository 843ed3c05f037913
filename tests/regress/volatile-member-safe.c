// expect: TRUE
// The other member is not.
#include <assert.h>
static struct { int plain; volatile int ready; } device;
static int through(volatile int *p) { return *p; }
int main(void) {
    device.plain = device.ready ? 3 : 4;
    assert(through(&device.plain) >= 3);
}
