// expect: TRUE
// Variables of two calls may lie in the same place; what lives there counts.
#include <stdint.h>
extern void reach_error(void);
static int *last;

static int again(int v) {
    int x = v;
    last = &x;
    if ((uintptr_t)last == 0x12344) return v;
    *last += 1;
    return *last - 1;
}

int main(void) {
    if (again(1) != 1 || again(2) != 2) reach_error();
}
