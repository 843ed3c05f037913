// expect: TRUE
// A character that is pushed back is read again, from the stream that it was pushed to.
#include <assert.h>
#include <stdio.h>
int main(void) {
    int c = getc(stdin);
    if (c == EOF) return 0;
    assert(ungetc(c, stdin) == c);
    assert(getc(stdin) == c);
    assert(ungetc(EOF, stdin) == EOF);
    return 0;
}
