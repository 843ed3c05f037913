// expect: TRUE
// Functions that cannot fail leave errno alone.
#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char text[8];
    errno = 9;
    strcpy(text, "abc");
    free(malloc(strlen(text)));
    assert(isalpha(text[0]) && abs(-2) == 2 && errno == 9);
    return 0;
}
