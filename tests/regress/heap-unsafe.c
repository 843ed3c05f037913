// expect: FALSE(unreach-call)
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
    int *p = calloc(3, sizeof *p);
    if (p && p[1] == 0) reach_error();
}
