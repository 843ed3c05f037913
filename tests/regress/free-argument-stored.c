// expect: UNKNOWN(freed memory of external code) --property valid-deref,valid-free
/* A block that the program itself stored into argv may be freed. */
#include <stdlib.h>
int main(int argc, char **argv) {
    argv[0] = malloc(4);
    free(argv[0]);
    free(NULL);
    return 0;
}
