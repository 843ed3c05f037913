// expect: TRUE
#include <assert.h>
#include <search.h>
#include <stdlib.h>

static int order(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

int main(void) {
    int a[5] = {3, 1, 4, 1}, key = 4;
    size_t n = 4;
    assert(lfind(&key, a, &n, sizeof *a, order) == a + 2);
    key = 8;
    assert(lsearch(&key, a, &n, sizeof *a, order) == a + 4 && n == 5);
    qsort(a, n, sizeof *a, order);
    assert(a[0] == 1 && a[1] == 1 && a[4] == 8);
    assert(bsearch(&key, a, n, sizeof *a, order) == a + 4);
    return 0;
}
