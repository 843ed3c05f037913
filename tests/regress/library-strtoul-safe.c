// expect: TRUE
// Numbers with a sign, too large, in other bases, and none.
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>

int main(void) {
    const char *word = "none";
    char *end;
    assert(strtoul("-18446744073709551614", 0, 10) == 2);
    assert(strtoul("-3", 0, 0) == ULONG_MAX - 2);
    errno = 0;
    assert(strtoull("-18446744073709551616", &end, 10) == ULLONG_MAX && errno == ERANGE && !*end);
    errno = 5;
    assert(strtol(word, &end, 10) == 0 && end == word && errno == 5);
    assert(strtol("7", &end, 1) == 0 && end == word && errno == EINVAL);
    assert(strtol(" -0x10g", &end, 0) == -16 && *end == 'g');
    return 0;
}
