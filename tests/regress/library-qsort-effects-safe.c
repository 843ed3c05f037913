// expect: TRUE
#include <assert.h>
#include <stdlib.h>

static int largest;

static int order(const void *a, const void *b) {
    int x = *(const int *)a, y = *(const int *)b;
    if (x > largest) largest = x;
    return x - y;
}

int main(void) {
    int a[] = {7, 5, 6};
    qsort(a, 3, sizeof *a, order);
    assert(largest <= 7);
    largest = 0;
    qsort(a, 1, sizeof *a, order);
    assert(largest == 0);
    return 0;
}
