// expect: TRUE --data-model LP64
// Cut into halves, put together, turned and turned back, an address is what it was.
#include <stdint.h>
extern void reach_error(void);
int object = 7;

int main(void) {
    uintptr_t u = (uintptr_t)&object;
    uint32_t low = (uint32_t)u, high = (uint32_t)(u >> 32);
    int *p = (int *)((uintptr_t)high << 32 | low), *q = (int *)((u ^ 0x5555) ^ 0x5555);
    if (p != &object || *p != 7 || q != p) reach_error();
    *q = 3;
    if (object != 3) reach_error();
}
