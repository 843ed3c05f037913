// expect: UNKNOWN(...) --engine cells --timeout 4
// The comparison leaves out the last byte: no proof, whatever is guessed.
#include <stdlib.h>
extern void reach_error(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
int main(void) {
    unsigned long n = __VERIFIER_nondet_ulong();
    if (!n || n > 1000000) return 0;
    unsigned char *a = malloc(n), *b = malloc(n);
    if (!a || !b) return 0;
    for (unsigned long i = 0; i < n - 1; i++)
        if (a[i] != b[i]) return 0;
    unsigned long k = __VERIFIER_nondet_ulong();
    if (k < n && a[k] != b[k]) reach_error();
}
