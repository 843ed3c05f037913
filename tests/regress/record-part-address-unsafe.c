// expect: FALSE(unreach-call)
/* An address that is returned as a number, in a record and by way of another function, leads to its object. */
#include <stdint.h>
extern void reach_error(void);
struct pair {
    uintptr_t number;
    int *other;
};
static int x, y;
static struct pair make(int *a, int *b) {
    struct pair p;
    p.number = (uintptr_t)a;
    p.other = b;
    return p;
}
static struct pair pass(int *a, int *b) {
    struct pair p = make(b, a), q = make(a, b);
    q.other = p.other;
    return q;
}
int main(void) {
    struct pair p = pass(&x, &y);
    *(int *)p.number = 1;
    *p.other += 2;
    if (x == 3 && y == 0) reach_error();
}
