/* The fields of a line of CSV, one after the other, quotes removed. */
#include "harness.h"

/* The rest of the line, or NULL where it ends; the field is cut to `size`. */
static const char *field(const char *s, char *out, size_t size) {
    size_t n = 0;
    if (*s == '"') {
        s++;
        while (*s) {
            if (*s == '"') {
                s++;
                if (*s != '"') break;
            }
#ifdef BUG
            if (n < size) out[n++] = *s;
#else
            if (n + 1 < size) out[n++] = *s;
#endif
            s++;
        }
        while (*s && *s != ',') s++;
    } else
        for (; *s && *s != ','; s++)
            if (n + 1 < size) out[n++] = *s;
    out[n] = 0;
    return *s == ',' ? s + 1 : 0;
}

int main(void) {
    char *s = any_string();
    size_t size = __VERIFIER_nondet_uint();
    if (!size) return free(s), 0;
    char *out = any_bytes(size);
    unsigned fields = 0;
    for (const char *p = s; p && fields < 1000; fields++) p = field(p, out, size);
    free(out);
    free(s);
    return 0;
}
