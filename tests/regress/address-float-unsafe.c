// expect: FALSE(unreach-call) --data-model LP64
// A pointer read as a float, and an address converted to one.
#include <stdint.h>
#include <string.h>
extern void reach_error(void);
int object;

int main(void) {
    int *p = &object;
    double d;
    memcpy(&d, &p, sizeof d);
    if (d > 1e-317 && (double)(uintptr_t)p > 1e6) reach_error();
}
