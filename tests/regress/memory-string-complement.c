// expect: TRUE --property valid-memsafety --engine kinduction
// expect: FALSE(valid-deref) --property valid-memsafety -- -DBUG
/* What was read before the cursor went on is remembered while an inner loop runs: it is not the
 * end of the string unless the inner loop finds it. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern char __VERIFIER_nondet_char(void);
static char *text(int size) {
    char *s = malloc(size);
    if (!s) exit(0);
    for (int i = 0; i < size - 1; i++) s[i] = __VERIFIER_nondet_char();
    s[size - 1] = 0;
    return s;
}
int main(void) {
    int n = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int();
    if (n < 1 || n > 1000 || m < 1 || m > 1000) return 0;
    char *s = text(n), *set = text(m), *p = s, *q = set, c = 0;
    for (;;) {
        c = *p++;
        q = set;
        do
            if (*q == c) goto found;
#ifdef BUG
        while (*++q);
#else
        while (*q++);
#endif
    }
found:
    free(s), free(set);
    return 0;
}
