// expect: FALSE(valid-deref) --property valid-memsafety
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern char __VERIFIER_nondet_char(void);
/* Cursors stay before the terminators; the inner loop starts again for each character. */
static int span(const char *text, const char *set) {
    const char *p, *q;
    for (p = text; *p; p++)
        for (q = set; *q; q++)
            if (*p == *q) return p - text;
    return p - text;
}
int main(void) {
    int m = __VERIFIER_nondet_int(), n = __VERIFIER_nondet_int();
    if (m < 1) m = 1;
    if (n < 1) n = 1;
    char *a = __builtin_alloca(m), *b = __builtin_alloca(n);
    for (int i = 0; i < m - 1; i++) a[i] = __VERIFIER_nondet_char();
    for (int i = 0; i < n - 1; i++) b[i] = __VERIFIER_nondet_char();

    b[n - 1] = 0;
    return span(a, b);
}
