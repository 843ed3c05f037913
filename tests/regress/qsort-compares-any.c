// expect: FALSE(valid-deref) --property valid-deref -- -DSWAPPED
// expect: UNKNOWN(approximated library function) --property valid-deref -- -DNEXT
// expect: TRUE --property valid-deref,no-overflow
// The standard does not say which elements qsort compares, nor on which side: a comparison function
// that may read outside of the array for two of them is not proved.
#include <stdlib.h>

static int by_value(const void *a, const void *b) {
    int x = *(const int *)a, y = *(const int *)b;
#ifdef NEXT
    y = ((const int *)a)[1];
#elif defined SWAPPED
    y = ((const int *)b)[1];
#endif
    return (x > y) - (x < y);
}

int main(void) {
    int a[3] = {1, 2, 3};
    qsort(a, 3, sizeof *a, by_value);
    return a[0];
}
