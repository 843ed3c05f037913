// expect: UNKNOWN(depends on addresses) --property valid-deref
// Nothing was stored into the block; what it holds is assumed to be a function's address, and the call
// is one of that function: no violation. That the function is not looked into is no proof, either.
#include <stdlib.h>

extern void __VERIFIER_assume(int);

struct table {
    void (*destroy)(void *);
};

static void nothing(void *p) { (void)p; }

int main(void) {
    struct table *t = malloc(sizeof *t);
    if (!t) return 0;
    __VERIFIER_assume(t->destroy == nothing);
    t->destroy(t);
}
