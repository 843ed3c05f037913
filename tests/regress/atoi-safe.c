// expect: TRUE
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
    if (atoi("  -42x") != -42 || abs(-3) != 3) reach_error();
}
