// expect: TRUE
// The result says which objects were written; others are not.
#include <assert.h>
#include <stdio.h>
int main(void) {
    int a = 1, b = 2, c = 3;
    char word[4];
    int n = scanf("%d %3s%2d", &a, word, &b, &c);
    assert(n >= EOF && n <= 3 && c == 3);
    if (n <= 0) assert(a == 1);
    if (n <= 2) assert(b == 2);
    else assert(b >= -9 && b <= 99);
    if (n >= 2) assert(word[0] == 0 || word[1] == 0 || word[2] == 0 || word[3] == 0);
    return 0;
}
