// expect: FALSE(assert)
// How often elements are compared is the library's affair.
#include <assert.h>
#include <stdlib.h>

static int compared;

static int order(const void *a, const void *b) {
    compared++;
    return *(const int *)a - *(const int *)b;
}

int main(void) {
    int a[] = {2, 5, 6, 9};
    qsort(a, 4, sizeof *a, order);
    assert(compared == 3);
    return 0;
}
