// expect: FALSE(assert)
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
    assert(tell(b, sizeof b, "%d:%d", 5, 77) != 4 || b[3] != '7');
    return 0;
}
