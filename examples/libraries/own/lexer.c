/* Words, numbers and quoted strings of a string, into a table of fixed size. */
#include "harness.h"
struct tok { int kind; const char *start; size_t len; };
enum { MAX = 32 };
static int lex(const char *p, struct tok *t) {
    int n = 0;
    for (;;) {
        while (*p == ' ' || *p == '\t' || *p == '\n') p++;
        if (!*p) return n;
#ifndef BUG
        if (n == MAX) return -1;
#endif
        t[n].start = p;
        if (*p == '"') {
            t[n].kind = 2;
            p++;
            while (*p && *p != '"') {
                if (*p == '\\' && p[1]) p++;
                p++;
            }
            if (!*p) return -1;
            p++;
        } else if (*p >= '0' && *p <= '9') {
            t[n].kind = 1;
            while (*p >= '0' && *p <= '9') p++;
        } else {
            t[n].kind = 0;
            do p++; while (*p && *p != ' ' && *p != '"');
        }
        t[n].len = (size_t)(p - t[n].start);
        n++;
    }
}
int main(void) {
    char *s = any_string();
    struct tok t[MAX];
    int n = lex(s, t);
    assert(n <= MAX);
    free(s);
    return 0;
}
