// expect: FALSE(assert)
// Two variables of the environment have nothing to do with each other.
#include <assert.h>
#include <stdlib.h>
int main(void) {
    const char *a = getenv("CINCH_A"), *b = getenv("CINCH_B");
    if (a && b) assert(a[0] == b[0]);
    return 0;
}
