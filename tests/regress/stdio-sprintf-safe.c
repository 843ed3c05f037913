// expect: TRUE
// Flags, widths, precisions and lengths, the contents and the number of characters.
#include <assert.h>
#include <stdio.h>
#include <string.h>
int main(void) {
    char b[64];
    int n = sprintf(b, "x=%d %s%%|%5c|%-4d|%04x|%+lld", -42, "abc", 'q', 7, 0xbeef, 12345678901LL);
    assert(n == 39 && (int)strlen(b) == n);
    assert(!strcmp(b, "x=-42 abc%|    q|7   |beef|+12345678901"));
    assert(snprintf(b, 5, "%u", 4000000000u) == 10 && !strcmp(b, "4000"));
    assert(snprintf(b, 0, "%hhd", 300) == 2 && b[0] == '4');
    assert(sprintf(b, "%*d|%-*d|%.*s", 4, 1, 3, 2, 2, "xyz") == 11 && !strcmp(b, "   1|2  |xy"));
    return 0;
}
