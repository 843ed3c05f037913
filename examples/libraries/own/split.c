/* Offsets of the fields of a string, in an array that grows. */
#include "harness.h"
static int split(char *s, int delim, int *max, int **offsets) {
    int i, n = 0, last = 0, l = (int)strlen(s);
    for (i = 0; i <= l; ++i) {
        if (s[i] == delim || s[i] == 0) {
            if (n == *max) {
#ifdef BUG
                int m = *max ? *max : 1;
#else
                int m = *max ? *max << 1 : 2;
#endif
                int *t = realloc(*offsets, sizeof(int) * (size_t)m);
                if (!t) break;
                *offsets = t;
                *max = m;
            }
            (*offsets)[n++] = last;
            s[i] = 0;
            last = i + 1;
        }
    }
    return n;
}
int main(void) {
    size_t n = __VERIFIER_nondet_uint();
    if (n > 0x1fffffff) return 0;
    char *s = any_bytes(n + 1);
    s[n] = 0;
    int max = 0, *offsets = 0;
    split(s, ' ', &max, &offsets);
    free(offsets);
    free(s);
    return 0;
}
