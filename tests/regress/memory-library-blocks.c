// expect: UNKNOWN(the block that realpath allocates is not checked) --property valid-memsafety
// Where the library makes the block, nobody follows it.
#include <stdlib.h>
char *realpath(const char *, char *);

int main(void) {
    char *found = realpath("/", 0);
    return !found;
}
