// expect: FALSE(valid-deref) --property valid-deref
// A jump ends the functions that it leaves, and their variables.
#include <setjmp.h>
static jmp_buf back;
static int *kept;
static void leaves(void) {
    int x = 3;
    kept = &x;
    longjmp(back, 1);
}
int main(void) {
    if (setjmp(back)) return *kept;
    leaves();
    return 0;
}
