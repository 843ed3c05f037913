/* JSON: a string or number is skipped in a buffer without a terminator. */
#include "harness.h"

static size_t skip_space(const char *s, size_t i, size_t n) {
    while (i < n && (s[i] == ' ' || s[i] == '\n' || s[i] == '\t' || s[i] == '\r')) i++;
    return i;
}

static size_t skip_string(const char *s, size_t i, size_t n) {
    if (i >= n || s[i] != '"') return i;
    size_t k = i + 1;
    while (k < n && s[k] != '"') {
        if (s[k] == '\\') {
            k++;
#ifdef BUG
            if (s[k] == 'u') k += 4;
#else
            if (k < n && s[k] == 'u') k += n - k > 4 ? 4 : n - k;
#endif
        }
        if (k < n) k++;
    }
    return k < n ? k + 1 : i;
}

static size_t skip_digits(const char *s, size_t i, size_t n) {
    while (i < n && s[i] >= '0' && s[i] <= '9') i++;
    return i;
}

int main(void) {
    size_t n = __VERIFIER_nondet_uint(), i = 0;
    char *s = any_bytes(n);
    i = skip_space(s, i, n);
    i = skip_string(s, i, n);
    i = skip_space(s, i, n);
    i = skip_digits(s, i, n);
    assert(i <= n);
    free(s);
    return 0;
}
