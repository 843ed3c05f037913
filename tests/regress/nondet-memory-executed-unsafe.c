// expect: FALSE(bounds) --property memory
/* The content of a buffer decides, and realloc is of the C library: the run is one where the compiled program shows it. */
#include <stdlib.h>
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_nondet_memory(void *, unsigned long);

int main(void) {
    size_t n = __VERIFIER_nondet_uint();
    if (n > 1000) return 0;
    char *s = malloc(n + 1);
    if (!s) return 0;
    __VERIFIER_nondet_memory(s, n);
    s[n] = 0;
    int count = 0, max = 0, *offsets = 0;
    for (size_t i = 0; s[i]; i++) {
        if (s[i] != ' ') continue;
        if (count == max) {
            max = max ? max : 1; /* it should grow */
            int *more = realloc(offsets, sizeof *more * (size_t)max);
            if (!more) break;
            offsets = more;
        }
        offsets[count++] = (int)i;
    }
    free(offsets);
    free(s);
    return 0;
}
