// expect: FALSE(unreach-call)
/* mbsrtowcs moves the pointer that it gets a pointer to. */
#include <string.h>
#include <wchar.h>
extern void reach_error(void);
int main(void) {
    char text[] = "xyz";
    const char *next = text;
    wchar_t wide[4];
    mbstate_t state;
    memset(&state, 0, sizeof state);
    mbsrtowcs(wide, &next, 2, &state);
    if (next) *(char *)next = '!';
    if (text[2] == '!') reach_error();
    return 0;
}
