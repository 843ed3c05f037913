// expect: TRUE
#include <setjmp.h>
extern void reach_error(void), works(int);
static jmp_buf back;
int main(void) {
    int n = setjmp(back);
    if (n > 1) reach_error();
    works(n);
    if (!n) longjmp(back, 1);
    return 0;
}
