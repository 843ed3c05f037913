// expect: FALSE(assert)
// qsort may leave elements that compare equal in any order.
#include <assert.h>
#include <stdlib.h>
static int by_tens(const void *a, const void *b) { return *(const int *)a / 10 - *(const int *)b / 10; }
int main(void) {
    int a[2] = {12, 11};
    qsort(a, 2, sizeof *a, by_tens);
    assert(a[0] == 12);
}
