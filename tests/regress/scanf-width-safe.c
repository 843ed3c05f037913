// expect: TRUE
#include <stdio.h>
extern void reach_error(void);

int main(void) {
    int x = 0, n = 0;
    if (scanf("%2i", &x) == 1 && (x > 99 || x < -9)) reach_error();
    if (scanf("%d%n", &x, &n) == 1 && n < 1) reach_error();
}
