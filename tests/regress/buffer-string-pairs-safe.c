// expect: TRUE --property memory --engine ai,kinduction
/* A string ends in the last byte of its object, and a cursor that makes two steps at a time looks at both. */
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_nondet_memory(void *, unsigned long);

static int pairs(const char *s) {
    int n = 0;
    while (*s) {
        if (!s[1]) return -1;
        if (s[0] == s[1]) n = 1;
        s += 2;
    }
    return n;
}

int main(void) {
    size_t n = __VERIFIER_nondet_uint();
    char *s = malloc(n + 1);
    if (!s) return 0;
    __VERIFIER_nondet_memory(s, n);
    s[n] = 0;
    pairs(s);
    free(s);
    return 0;
}
