/* UTF-8: a string is cut so that no character is left in half. */
#include "harness.h"

char *utf8_trunc(char *s) {
    char *last = s + strlen(s), *end = last;
    size_t bytes = 1;
    if (last == s) return s;
#ifdef BUG
    for (last--; (*last & 0xc0) == 0x80; last--) bytes++;
#else
    for (last--; last > s && (*last & 0xc0) == 0x80; last--) bytes++;
#endif
    unsigned char c = (unsigned char)*last;
    size_t wanted = c < 0x80 ? 1 : (c & 0xe0) == 0xc0 ? 2 : (c & 0xf0) == 0xe0 ? 3 : 4;
    if (wanted != bytes) *last = 0;
    (void)end;
    return s;
}

int main(void) {
    char *s = any_string();
    utf8_trunc(s);
    free(s);
    return 0;
}
