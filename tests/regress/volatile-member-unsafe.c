// expect: FALSE(assert)
// One member is hardware.
#include <assert.h>
static struct { int plain; volatile int ready; } device;
int main(void) {
    if (device.ready) assert(device.plain);
}
