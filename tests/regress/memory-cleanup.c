// expect: FALSE(valid-memcleanup) --property valid-memcleanup
// expect: TRUE --property valid-memcleanup -- -DFIXED
/* What a global holds at the end is not freed. */
#include <stdlib.h>
char *kept;
int main(void) {
    kept = malloc(4);
#ifdef FIXED
    free(kept);
#endif
    return 0;
}
