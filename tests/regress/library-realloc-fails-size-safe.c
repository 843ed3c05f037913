// expect: TRUE
// An allocation that fails copies nothing.
#include <assert.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

int main(void) {
    int more = __VERIFIER_nondet_int();
    char *old = malloc(8), *grown;
    old[7] = 3;
    grown = realloc(old, (size_t)more);
    if (more < 0) assert(!grown && old[7] == 3);
    if (more > 7 && more < 100) assert(grown[7] == 3);
    return 0;
}
