// expect: FALSE(unreach-call)
/* strtod stores a pointer into the string that it reads. */
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
    char text[] = "2.5m";
    char *end;
    strtod(text, &end);
    *end = '\0';
    if (text[3] != 'm') reach_error();
    return 0;
}
