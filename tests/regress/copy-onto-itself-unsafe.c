// expect: FALSE(unreach-call)
/* A pointer that is moved within a block of unknown size still points where it did. */
#include <stdlib.h>
#include <string.h>

extern char *device(void);
extern unsigned long amount(void);
extern void reach_error(void);

int main(void) {
    unsigned long n = amount();
    if (n != 64) return 0;
    char *block = malloc(n);
    int own = 3;
    if (!block) return 0;
    memcpy(block, device(), n);
    *(int **)(block + 16) = &own;
    memmove(block, block + 8, n - 8);
    memmove(block + 24, block, n - 24);
    int *moved = *(int **)(block + 32);
    *moved = 4;
    if (own == 4) reach_error();
    free(block);
    return 0;
}
