// expect: TRUE
#include <assert.h>
#include <stdio.h>
int main(void) {
    int n = 3;
    assert(ungetc('7', stdin) == '7');
    int read = scanf("%d", &n);
    assert(read == 1 || n == 3);
    int c = getchar();
    assert(c >= EOF && c < 256);
    if (c != EOF) ungetc(c, stdin);
    return 0;
}
