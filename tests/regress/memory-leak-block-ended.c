// expect: UNKNOWN(the compiled program does not confirm it) --property valid-memsafety
/* The only pointer ended with its block; the sanitizer still finds it in the frame. */
#include <stdlib.h>
int main(void) {
    {
        int *p = malloc(4);
    }
    exit(0);
}
