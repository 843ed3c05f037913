// expect: TRUE --property assert,valid-deref,bounds,null
// Strings that are constants can be read: nothing of the output is left to be looked at, and the
// loop below is the only one.
#include <assert.h>
#include <stdio.h>

extern unsigned nondet_unsigned(void);

#define PANIC(condition, what)                                                                     \
    if (condition) fprintf(stderr, "%s: %s, line %d\n", what, __FILE__, __LINE__)

int main(void) {
    unsigned n = nondet_unsigned(), i = 0;
    PANIC(n > 10, "too many");
    PANIC(n > 100, "far too many");
    while (i < n) i++;
    assert(i == n);
}
