// expect: TRUE
#include <stdint.h>
extern void reach_error(void);
int a = 1, b = 2;

int main(void) {
    uintptr_t x = (uintptr_t)&a, y = (uintptr_t)&b;
    x ^= y;
    y ^= x;
    x ^= y;
    if ((int *)x != &b || (int *)y != &a || *(int *)x != 2) reach_error();
}
