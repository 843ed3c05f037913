// expect: TRUE -- -funsigned-char -fshort-enums
#include <assert.h>
#include <string.h>

enum small { ONE = 1, TWO };

int main(void) {
    char c = (char)200, text[] = {(char)200, 0};
    assert(c == 200 && sizeof(enum small) == 1);
    assert(strchr(text, 200) == text && strcmp(text, "a") > 0);
    return 0;
}
