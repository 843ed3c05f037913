// expect: TRUE --data-model ILP32
// expect: FALSE(valid-deref) --property valid-deref -- -DPAST
// expect: TRUE --property valid-deref
/* The size of a block that a function makes for its caller is what that caller passes. */
#include <stdlib.h>
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
static void *get(unsigned n) {
    void *p = malloc(n);
    if (!p) abort();
    return p;
}
static void *get_any(unsigned n) { /* what it passes on is not what it got */
    if (n < 4) n = 4;
    return get(n);
}
struct tree {
    struct tree *left, *right;
    int depth;
};
static struct tree *make(int depth) {
    if (depth <= 0) return 0;
    struct tree *t = get(sizeof *t);
    t->left = make(depth - 1);
    t->right = make(depth - 1);
    t->depth = depth;
    return t;
}
int main(void) {
    struct tree *t = make(2);
    unsigned n = __VERIFIER_nondet_uint();
    char *any = get_any(n % 100), *few = get_any(2);
    any[3] = few[3] = 1;
#ifdef PAST
    any[n % 100] = 1;
#endif
    if (t->depth != 2 || t->left->depth != 1) reach_error();
    return 0;
}
