/* One line of an INI file: key = value, blanks cut off. */
#include "harness.h"

static int blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

static char *cut_end(char *s) {
    char *p = s + strlen(s);
#ifdef BUG
    while (blank(*--p)) *p = 0;
#else
    while (p > s && blank(*--p)) *p = 0;
#endif
    return s;
}

static char *skip(char *s) {
    while (*s && blank(*s)) s++;
    return s;
}

int main(void) {
    char *line = any_string(), *key = skip(line), *value = key;
    while (*value && *value != '=') value++;
    if (*value) {
        *value++ = 0;
        cut_end(key);
        value = skip(value);
        cut_end(value);
    }
    free(line);
    return 0;
}
