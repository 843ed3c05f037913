// expect: TRUE
#include <assert.h>
#include <stdlib.h>

int main(void) {
    char *old = malloc(8);
    old[7] = 3;
    assert(!realloc(old, (size_t)-9) && old[7] == 3);
    assert(realloc(0, 0));
    return 0;
}
