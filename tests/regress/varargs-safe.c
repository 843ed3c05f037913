// expect: TRUE
#include <stdarg.h>
extern void reach_error(void);
static int total(int n, ...) {
    va_list list;
    va_start(list, n);
    int sum = 0;
    for (int i = 0; i < n; i++) sum += va_arg(list, int);
    va_end(list);
    return sum;
}
int main(void) {
    if (total(3, 1, 2, 4) != 7) reach_error();
}
