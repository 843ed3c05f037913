/* Trim both ends of a string of any length by a set of characters. */
#include "harness.h"
static size_t trim(char *s, size_t len, const char *cset) {
    char *end, *sp, *ep;
    size_t n;
    if (!len) return 0;
    sp = s;
    ep = end = s + len - 1;
#ifdef BUG
    while (strchr(cset, *sp)) sp++;
#else
    while (sp <= end && strchr(cset, *sp)) sp++;
#endif
    while (ep > sp && strchr(cset, *ep)) ep--;
    n = sp > ep ? 0 : (size_t)(ep - sp) + 1;
    if (s != sp) memmove(s, sp, n);
    s[n] = 0;
    return n;
}
int main(void) {
    size_t n = __VERIFIER_nondet_uint();
    char *s = any_bytes(n + 1);
    s[n] = 0;
    trim(s, n, " \t");
    free(s);
    return 0;
}
