// expect: FALSE(valid-free) --property valid-memsafety
// expect: TRUE --property valid-memsafety -- -DFIXED
/* The callee frees what it refuses, and so does the caller. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static int fill(char *block, int n) {
    if (n < 0) {
#ifndef FIXED
        free(block);
#endif
        return -1;
    }
    block[0] = (char)n;
    return 0;
}
int main(void) {
    char *block = malloc(8);
    int failed = fill(block, __VERIFIER_nondet_int());
    free(block);
    return failed;
}
