// expect: UNKNOWN(approximated library function)
// What scanf makes of a character that was pushed back is not computed.
#include <assert.h>
#include <stdio.h>
int main(void) {
    char c = 0;
    ungetc('x', stdin);
    if (scanf("%c", &c) == 1) assert(c == 'x');
    return 0;
}
