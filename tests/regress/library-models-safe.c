// expect: TRUE
// expect: TRUE --data-model ILP32
// Functions of the C library that were any value.
#define _GNU_SOURCE
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>
size_t strlcpy(char *, const char *, size_t);
size_t strlcat(char *, const char *, size_t);
void reach_error(void) {}
#define CHECK(c) if (!(c)) reach_error()

int main(void) {
    char s[] = "abcb", t[5] = "x";
    CHECK(index(s, 'b') == s + 1 && rindex(s, 'b') == s + 3 && !index(s, 'z'));
    CHECK(rawmemchr(s, 'c') == s + 2);
    CHECK(imaxabs(-7) == 7);
    CHECK(strlcpy(t, s, 3) == 4 && !strcmp(t, "ab") && strlcat(t, s, sizeof t) == 6 && !strcmp(t, "ababcb") == 0 && !strcmp(t, "abab"));
    swab(s, t, 4);
    CHECK(t[0] == 'b' && t[1] == 'a' && t[2] == 'b' && t[3] == 'c');
    CHECK(a64l("/.") == 1 && a64l("zzzzz") == 0x3fffffff && a64l("") == 0);
}
