// expect: FALSE(assert)
// A character that was pushed back is read by scanf, not again by getchar.
#include <assert.h>
#include <stdio.h>
int main(void) {
    char c = 0;
    ungetc('x', stdin);
    if (scanf("%c", &c) == 1) assert(c == 'x' && getchar() == 'x');
    return 0;
}
