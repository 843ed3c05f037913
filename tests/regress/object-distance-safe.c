// expect: TRUE
// expect: TRUE --data-model ILP32
// The distance inside an object is the same whichever object it is.
#include <stdlib.h>
void reach_error(void) {}
int __VERIFIER_nondet_int(void);
int a[4], b[4];

int main(void) {
    int *p = __VERIFIER_nondet_int() ? a : b, *end = p + 4, *v[2];
    if (end - p != 4 || p - end != -4 || (char *)end - (char *)p != 16) reach_error();
    for (int i = 0; i < 2; i++) {
        v[i] = malloc(4 * sizeof(int));
        if (!v[i]) return 0;
    }
    int *q = v[__VERIFIER_nondet_int() & 1];
    if (&q[3] - q != 3 || !(q < q + 1)) reach_error();
}
