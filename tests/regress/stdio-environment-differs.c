// expect: UNKNOWN(memory that is not the program's)
// Two variables of the environment have nothing to do with each other; but no test sets them, and what strings from outside hold
// is no basis for a violation that was not executed.
#include <assert.h>
#include <stdlib.h>
int main(void) {
    const char *a = getenv("CINCH_A"), *b = getenv("CINCH_B");
    if (a && b) assert(a[0] == b[0]);
    return 0;
}
