// expect: FALSE(valid-deref) --property valid-deref
// Constants are not looked at, but a string without an end is.
#include <assert.h>
#include <stdio.h>

extern unsigned nondet_unsigned(void);

#define PANIC(condition, what)                                                                     \
    if (condition) fprintf(stderr, "%s: %s, line %d\n", what, __FILE__, __LINE__)

int main(void) {
    unsigned n = nondet_unsigned(), i = 0;
    char own[3] = {'a', 'b', 'c'};
    PANIC(n > 10, "too many");
    PANIC(n > 100, "far too many");
    i = n;
    PANIC(i == n, own);
    assert(i == n);
}
