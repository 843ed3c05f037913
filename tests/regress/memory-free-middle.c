// expect: FALSE(valid-free) --property valid-memsafety
// expect: TRUE --property valid-memsafety -- -DFIXED
/* The cursor is freed, not the start. */
#include <stdlib.h>
int main(void) {
    char *text = malloc(3), *at = text;
    text[0] = ' ', text[1] = 'a', text[2] = 0;
    while (*at == ' ') at++;
#ifdef FIXED
    free(text);
#else
    free(at);
#endif
    return 0;
}
