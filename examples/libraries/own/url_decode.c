/* %41 becomes A, in place. */
#include "harness.h"

static int hex(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

static void url_decode(char *s) {
    char *to = s;
    while (*s) {
#ifdef BUG
        if (*s == '%') {
            if (hex(s[1]) >= 0) *to++ = (char)(hex(s[1]) << 4 | (hex(s[2]) & 15));
            s += 3;
#else
        if (*s == '%' && hex(s[1]) >= 0 && hex(s[2]) >= 0) {
            *to++ = (char)(hex(s[1]) << 4 | hex(s[2]));
            s += 3;
#endif
        } else *to++ = *s++;
    }
    *to = 0;
}

int main(void) {
    char *s = any_string();
    url_decode(s);
    free(s);
    return 0;
}
