// expect: TRUE
// What no address space has room for is refused, and errno says why.
#include <assert.h>
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    int *array = malloc((size_t)n * sizeof *array);
    if (n < 0) assert(!array);
    if (n > 0 && n < 100) assert(array);
    errno = 0;
    assert(!calloc(SIZE_MAX / 2, 4) && errno == ENOMEM);
    assert(!malloc((size_t)PTRDIFF_MAX + 1));
    return 0;
}
