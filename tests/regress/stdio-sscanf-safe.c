// expect: TRUE
// Fields are assigned in order until one does not match.
#include <assert.h>
#include <stdio.h>
#include <string.h>
int main(void) {
    int x = 0, y = 0, z = 9, at = 0;
    char word[8], rest[8];
    assert(sscanf("12 -7 hello", "%d%d %4s%s", &x, &y, word, rest) == 4);
    assert(x == 12 && y == -7 && !strcmp(word, "hell") && !strcmp(rest, "o"));
    assert(sscanf("1,2;3", "%d,%d,%d", &x, &y, &z) == 2 && x == 1 && y == 2 && z == 9);
    assert(sscanf("0x1f 010", "%i %i%n", &x, &y, &at) == 2 && x == 31 && y == 8 && at == 8);
    assert(sscanf("", "%d", &x) == EOF && sscanf("z", "%d", &x) == 0 && x == 31);
    assert(sscanf("key=v", "%7[^=]=%*c%d", word, &x) == 1 && !strcmp(word, "key"));
    return 0;
}
