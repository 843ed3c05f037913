// expect: FALSE(unreach-call)
#include <stdio.h>
extern void reach_error(void);
int main(void) {
    char b[9], *p = fgets(b, sizeof b, stdin);
    if (!p) return 0;
    b[0] = 1;
    *p = 5;
    if (b[0] == 5) reach_error();
}
