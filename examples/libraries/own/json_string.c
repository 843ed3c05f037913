/* A JSON string of given length: skipped, and unescaped into a buffer. */
#include "harness.h"
static int pass_string(const char *s, int len) {
    int i;
    for (i = 0; i < len; i++) {
        if (s[i] == '\\' && i + 1 < len && strchr("\\/bfnrt\"", s[i + 1])) {
            i++;
        } else if (s[i] == 0) {
            return -1;
        } else if (s[i] == '"') {
            return i;
        }
    }
    return -1;
}
static int unescape(const char *s, int len, char *to, int n) {
    int i, j;
#ifdef BUG
    for (i = 0, j = 0; i < len && j <= n; i++, j++) {
#else
    for (i = 0, j = 0; i < len && j < n; i++, j++) {
#endif
        if (s[i] == '\\' && i + 1 < len) {
            to[j] = s[++i];
        } else {
            to[j] = s[i];
        }
    }
    if (j >= n) return -1;
    to[j] = 0;
    return j;
}
int main(void) {
    int n = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int();
    if (n < 1 || m < 1) return 0;
    char *s = any_bytes((size_t)n), *t = any_bytes((size_t)m);
    int l = pass_string(s, n);
    if (l >= 0) unescape(s, l, t, m);
    free(s);
    free(t);
    return 0;
}
