// expect: TRUE
#include <string.h>
extern void reach_error(void);
int main(void) {
    char s[8];
    strcpy(s, "abc");
    strcat(s, "de");
    if (strlen(s) != 5 || strcmp(s, "abcde") != 0 || strchr(s, 'd') != s + 3) reach_error();
}
