/* A line is split at blanks into at most MOST words, in place. */
#include "harness.h"

enum { MOST = 8 };

static int split(char *s, char *words[MOST]) {
    int n = 0;
    for (;;) {
        while (*s == ' ' || *s == '\t') *s++ = 0;
        if (!*s) return n;
#ifdef BUG
        if (n > MOST) return -1;
#else
        if (n == MOST) return -1;
#endif
        words[n++] = s;
        while (*s && *s != ' ' && *s != '\t') s++;
    }
}

int main(void) {
    char *s = any_string(), *words[MOST];
    int n = split(s, words);
    assert(n <= MOST);
    free(s);
    return 0;
}
