// expect: UNKNOWN(depends on addresses)
// Some libraries give an empty object, this one gives none.
#include <assert.h>
#include <stdlib.h>

int main(void) {
    char *old = malloc(8), *kept = realloc(old, 0);
    assert(!kept);
    return 0;
}
