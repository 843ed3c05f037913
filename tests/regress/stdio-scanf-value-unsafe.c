// expect: FALSE(assert)
// A number that is read may be any.
#include <assert.h>
#include <stdio.h>
int main(void) {
    int x = 1;
    if (fscanf(stdin, "%d", &x) == 1) assert(x != 4711);
    return 0;
}
