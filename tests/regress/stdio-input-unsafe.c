// expect: FALSE(assert)
// Nothing is known of what comes in.
#include <assert.h>
#include <stdio.h>
int main(void) {
    char line[8];
    if (fgets(line, sizeof line, stdin)) assert(line[0] != 'x' || line[1] != 'y');
    return 0;
}
