/* Patterns with * and ?, one step back to the last star. */
#include "harness.h"

static int glob(const char *pattern, const char *text) {
    const char *star = NULL, *back = NULL;
    while (*text) {
        if (*pattern == '*') {
            star = pattern++;
            back = text;
        } else if (*pattern == '?' || *pattern == *text) {
#ifdef BUG
            if (*pattern == '?') text++;
#endif
            pattern++;
            text++;
        } else if (star) {
            pattern = star + 1;
            text = ++back;
        } else return 0;
    }
    while (*pattern == '*') pattern++;
    return *pattern == 0;
}

int main(void) {
    char *pattern = any_string(), *text = any_string();
    glob(pattern, text);
    free(pattern);
    free(text);
    return 0;
}
