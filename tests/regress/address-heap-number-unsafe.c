// expect: FALSE(unreach-call)
// No number is certain to be the address of a block.
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
    int *block = malloc(sizeof *block), seen = 0;
    for (unsigned long at = 4096; at < 65536; at += 4096) seen |= block == (int *)at;
    if (!seen) reach_error();
    return 0;
}
