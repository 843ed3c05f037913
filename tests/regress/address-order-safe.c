// expect: TRUE
// Whichever comes first: one placement, the same in every comparison.
#include <stdint.h>
extern void reach_error(void);
int a[4], b[4], c[4];

static void sort(int **x, int **y) {
    if (*y < *x) { int *t = *x; *x = *y; *y = t; }
}

int main(void) {
    int *p[3] = {a, b, c};
    sort(&p[0], &p[1]);
    sort(&p[1], &p[2]);
    sort(&p[0], &p[1]);
    if (p[0] + 4 > p[1] || p[1] + 4 > p[2]) reach_error();
    if (a + 4 == b && b + 4 == a) reach_error();
    if ((uintptr_t)a - (uintptr_t)b < sizeof b) reach_error(); /* a is not in b */
}
