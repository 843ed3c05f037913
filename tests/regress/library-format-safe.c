// expect: TRUE
#include <stdio.h>
extern void reach_error(void);
int main(void) {
    int n = 0;
    printf("%d%%n %5.2f %s\n", n, 1.5, "x");
    fprintf(stderr, "%ld%%\n", 5L);
    if (n) reach_error();
}
