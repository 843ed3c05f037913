// expect: TRUE
#include <stdio.h>
extern void reach_error(void);
int main(void) {
    char b[9], *p = fgets(b, sizeof b, stdin);
    if (!p) return 0;
    b[0] = 1;
    *p = 2;
    if (p != b || b[0] != 2) reach_error();
}
