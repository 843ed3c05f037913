// expect: TRUE --engine cells --property unreach-call,valid-deref
// Two loops over one string: the second does not pass its end, which the first has found, because
// the length that it is compared with is a bound of the second.
#include <stdlib.h>
#include <string.h>
extern size_t __VERIFIER_nondet_size_t(void);
extern void reach_error(void);

static int equal(const char *array, size_t length, const char *string) {
    for (size_t i = 0; i < length; i++)
        if (!string[i] || string[i] != array[i]) return 0;
    return !string[length];
}

int main(void) {
    size_t size = __VERIFIER_nondet_size_t(), length = __VERIFIER_nondet_size_t();
    if (!size || size > 1000000 || length > 1000000) return 0;
    char *string = malloc(size), *array = malloc(length);
    if (!string || !array || string[size - 1]) return 0;
    size_t end = strlen(string);
    if (equal(array, length, string) && length != end) reach_error();
    return 0;
}
