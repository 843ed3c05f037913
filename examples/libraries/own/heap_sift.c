/* A binary heap in an array of any size. */
#include "harness.h"

static void sift_down(int *a, size_t n, size_t i) {
    for (;;) {
        size_t child = 2 * i + 1;
        if (child >= n) return;
#ifdef BUG
        if (a[child + 1] > a[child]) child++;
#else
        if (child + 1 < n && a[child + 1] > a[child]) child++;
#endif
        if (a[i] >= a[child]) return;
        int held = a[i];
        a[i] = a[child];
        a[child] = held;
        i = child;
    }
}

int main(void) {
    size_t n = __VERIFIER_nondet_uint();
    int *a = any_bytes(n * sizeof *a);
    for (size_t i = n / 2; i-- > 0;) sift_down(a, n, i);
    free(a);
    return 0;
}
