// expect: TRUE
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
    int *p = malloc(sizeof *p), *q = malloc(sizeof *q);
    if (!p || !q) return 0;
    *p = 3;
    *q = 4;
    if (p == q || *p != 3) reach_error();
    free(p);
    free(q);
}
