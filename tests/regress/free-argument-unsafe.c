// expect: FALSE(valid-free) --property valid-deref,valid-free
// expect: FALSE(valid-free) --property valid-free
/* No string of argv is a block of the program's. */
#include <stdlib.h>
int main(int argc, char **argv) {
    char *name = argv[0];
    free(name);
    return 0;
}
