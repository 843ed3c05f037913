// expect: UNKNOWN(what a function without a body can reach)
// expect: UNKNOWN(what a function without a body can reach) --inline none
#include <assert.h>

/* A record that is copied to memory of external code hands over the addresses in it. */
struct record {
    int *first, *second;
    int n;
};

extern struct record *place(void);
extern void run(void);

int main(void) {
    int x = 0;
    struct record r = {&x, &x, 1};
    *place() = r;
    run();
    assert(x == 0);
    return 0;
}
