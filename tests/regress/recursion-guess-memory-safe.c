// expect: TRUE --property memory,unreach-call
// Which blocks live matters to main, and not to a function of integers: its summary is guessed.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int count(int n) {
    if (n <= 0) return 0;
    return 1 + count(n - 1);
}
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 1000) return 0;
    int *p = malloc(sizeof *p);
    if (!p) return 0;
    *p = count(n);
    if (*p != n) reach_error();
    free(p);
    return 0;
}
