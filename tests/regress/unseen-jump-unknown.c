// expect: UNKNOWN(fails may call longjmp)
// External code has the buffer, and may go back to where it was filled.
#include <setjmp.h>
extern void reach_error(void), fails(jmp_buf *);
int main(void) {
    jmp_buf back;
    if (setjmp(back)) reach_error();
    fails(&back);
    return 0;
}
