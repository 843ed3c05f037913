/* Binary search in an array of any size. */
#include "harness.h"

static size_t lower(const int *a, size_t n, int key) {
    size_t lo = 0, hi = n;
    while (lo < hi) {
        size_t mid = lo + (hi - lo) / 2;
#ifdef BUG
        if (a[mid + 1] <= key) lo = mid + 1;
#else
        if (a[mid] < key) lo = mid + 1;
#endif
        else hi = mid;
    }
    return lo;
}

int main(void) {
    size_t n = __VERIFIER_nondet_uint();
    int *a = any_bytes(n * sizeof *a);
    assert(lower(a, n, __VERIFIER_nondet_int()) <= n);
    free(a);
    return 0;
}
