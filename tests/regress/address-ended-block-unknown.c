// expect: UNKNOWN(depends on addresses)
// Variables of blocks that follow one another may lie in one place; a number keeps where the first was.
#include <stdint.h>
extern void reach_error(void);
int main(void) {
    uintptr_t first;
    {
        int a = 1;
        first = (uintptr_t)&a;
    }
    {
        int b = 2;
        if (first == (uintptr_t)&b) reach_error();
    }
    return 0;
}
