// expect: TRUE --property assert,valid-deref --entry twice --entry-size 64
// expect: FALSE(valid-deref) --property valid-deref --entry beyond --entry-size 64
// expect: FALSE(assert) --property assert --entry content --entry-size 64
#include <assert.h>
struct pair { int a, b; };
int twice(struct pair *p) {
    if (!p) return 0;
    int x = p->a, y = p->a;
    assert(x == y);
    p->b = 3;
    assert(p->b == 3);
    return x;
}
int beyond(const int *p, unsigned n) { return p && n < 16 ? p[n] : 0; }
void content(const struct pair *p) { assert(!p || p->a != 41 || p->b != 42); }
