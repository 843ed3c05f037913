// expect: UNKNOWN(unsupported: an argument of another type than its parameter, tests/regress/call-other-type-structure.c:9)
#include <assert.h>
struct s {
    int a, b, c, d, e;
};
static int first(struct s x) { return x.a; }
int main(void) {
    int (*f)(int) = (int (*)(int))first;
    assert(f(7) == 7);
    return 0;
}
