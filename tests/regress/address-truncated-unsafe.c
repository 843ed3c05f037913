// expect: FALSE(unreach-call) --data-model LP64
// expect: TRUE --data-model ILP32
#include <stdint.h>
extern void reach_error(void);
int object;

int main(void) {
    uint32_t low = (uint32_t)(uintptr_t)&object;
    if ((int *)(uintptr_t)low != &object) reach_error();
}
