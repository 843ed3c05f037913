/* Patterns with * and ?, without recursion. */
#include "harness.h"

static int match(const char *p, const char *s) {
    const char *star = 0, *back = s;
    while (*s) {
        if (*p == '?' || (*p == *s && *p != '*')) p++, s++;
        else if (*p == '*') star = p++, back = s;
        else if (star) p = star + 1, s = ++back;
        else return 0;
    }
#ifdef BUG
    while (*p++ == '*' || *p) {}
#else
    while (*p == '*') p++;
#endif
    return !*p;
}

int main(void) {
    char *p = any_string(), *s = any_string();
    match(p, s);
    free(p);
    free(s);
    return 0;
}
