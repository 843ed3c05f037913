// expect: UNKNOWN(approximated library function)
// Which of the equal elements is found, is open.
#include <assert.h>
#include <stdlib.h>

static int order(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

int main(void) {
    int a[] = {1, 4, 4, 9}, key = 4;
    int *found = bsearch(&key, a, 4, sizeof *a, order);
    assert(found && *found == 4);
    assert(found == a + 2);
    return 0;
}
