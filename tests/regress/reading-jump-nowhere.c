// expect: UNKNOWN(longjmp)
/* The function that called setjmp has returned: undefined, and not followed. */
#include <setjmp.h>
extern void reach_error(void);
static jmp_buf b;
static int set(void) { return setjmp(b); }
int main(void) {
    if (set() == 0) longjmp(b, 1);
    return 0;
}
