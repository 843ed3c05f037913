// expect: TRUE
// Assigning a record with const members, which CBMC allows.
#include <assert.h>

struct s {
    const int a;
    int b;
};

struct s make(int a) { return (struct s){a, 2}; }

int main(void) {
    struct s x = {0}, y = {3, 4};
    __CPROVER_assume(y.b == 4);
    x = y;
    assert(x.a == 3 && x.b == 4);
    if ((x = make(7), x.a) == 7) assert(x.b == 2);
    assert(x.a == 7);
}
