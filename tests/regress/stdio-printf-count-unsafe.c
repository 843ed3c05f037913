// expect: FALSE(unreach-call)
#include <stdio.h>
extern void reach_error(void);
int main(void) {
    int n = 0;
    printf("ab%n", &n);
    if (n == 2) reach_error();
}
