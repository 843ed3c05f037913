// expect: UNKNOWN(ext may call strtok)
/* External code may call strtok, which keeps where it was. */
#include <string.h>
extern void reach_error(void), ext(void);
int main(void) {
    char s[] = "a b c";
    strtok(s, " ");
    ext();
    char *next = strtok(0, " ");
    if (!next || *next != 'b') reach_error();
}
