// expect: FALSE(unreach-call)
#include <setjmp.h>
extern void reach_error(void);
jmp_buf here;
int main(void) {
    if (setjmp(here)) reach_error();
    longjmp(here, 1);
}
