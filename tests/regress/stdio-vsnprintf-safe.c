// expect: TRUE --engine bmc
// A format that a function gets is read where the program runs.
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
static int tell(char *to, size_t n, const char *format, ...) {
    va_list rest;
    va_start(rest, format);
    int r = vsnprintf(to, n, format, rest);
    va_end(rest);
    return r;
}
int main(void) {
    static char b[16];
    assert(tell(b, sizeof b, "%d:%s", 5, "q") == 3 && b[0] == '5' && b[2] == 'q' && !b[3]);
    return 0;
}
