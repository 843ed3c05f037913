// expect: TRUE
// Blocks that exist at the same time are apart, by their real sizes.
#include <stdint.h>
#include <stdlib.h>
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n < 4 || n > 100) return 0;
    char *a = malloc(n), *b = malloc(n);
    if (!a || !b) return 0;
    if (((uintptr_t)a ^ (uintptr_t)b) == 0) reach_error();
    if ((uintptr_t)a + n > (uintptr_t)b && (uintptr_t)b + n > (uintptr_t)a) reach_error();
    free(a);
    free(b);
}
