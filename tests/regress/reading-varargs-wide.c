// expect: TRUE
/* Variable arguments that are aligned to 16 bytes. */
#include <stdarg.h>
extern void reach_error(void);
static void f(int n, ...) {
    va_list ap;
    va_start(ap, n);
    if (va_arg(ap, int) != 1 || va_arg(ap, long double) != 3.0L || va_arg(ap, int) != 2 || va_arg(ap, __int128) != 3) reach_error();
    va_end(ap);
}
int main(void) {
    f(1, 1, 3.0L, 2, (__int128)3);
    return 0;
}
