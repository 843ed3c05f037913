// expect: TRUE
#include <stdio.h>
extern void reach_error(void);
int main(void) {
    if (printf("abc") == 77) reach_error();
}
