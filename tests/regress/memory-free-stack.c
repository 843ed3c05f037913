// expect: FALSE(valid-free) --property valid-memsafety
// expect: TRUE --property valid-memsafety -- -DFIXED
/* A buffer is on the stack where the text is short; then it must not be freed. */
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    char small[4], *buffer = small;
    unsigned n = __VERIFIER_nondet_uint();
    if (n > 100) return 1;
    if (n > sizeof small) buffer = malloc(n);
    if (n) buffer[n - 1] = 0;
#ifdef FIXED
    if (buffer != small)
#endif
        free(buffer);
    return 0;
}
