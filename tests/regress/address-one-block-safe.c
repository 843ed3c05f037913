// expect: TRUE
// Variables of one block are apart, and so is a variable of the function from those of its blocks.
#include <stdint.h>
extern void reach_error(void);
int main(void) {
    int all = 0;
    {
        int a = 1, b = 2;
        if ((uintptr_t)&a == (uintptr_t)&b || (uintptr_t)&a == (uintptr_t)&all) reach_error();
    }
    return 0;
}
