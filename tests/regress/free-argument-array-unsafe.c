// expect: FALSE(valid-free) --property valid-deref,valid-free
#include <stdlib.h>
int main(int argc, char **argv) {
    free(argc > 3 ? argv : NULL);
    return 0;
}
