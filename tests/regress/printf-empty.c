// expect: TRUE
// An empty format is a constant of another kind than a text.
#include <assert.h>
#include <stdio.h>
static const char blank[4];
int main(void) {
    char b[4] = "xyz";
    printf("");
    int n = sprintf(b, "");
    assert(n == 0 && b[0] == 0 && b[1] == 'y');
    n = sprintf(b, blank);
    assert(n == 0 && b[1] == 'y');
    return 0;
}
