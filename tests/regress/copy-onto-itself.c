// expect: TRUE
/* Bytes from outside are copied into a block of unknown size, which is then moved within itself:
 * the places of what is stored must not become one for each multiple of the distance. */
#include <stdlib.h>
#include <string.h>

extern char *device(void);
extern unsigned long amount(void);
extern void reach_error(void);

int main(void) {
    unsigned long n = amount();
    if (n < 64 || n > 4096) return 0;
    char *block = malloc(n);
    if (!block) return 0;
    memcpy(block, device(), n);
    memmove(block, block + 12, n - 12);
    memmove(block + 20, block, n - 20);
    int own = 3, *kept = &own;
    if (*kept != 3) reach_error();
    free(block);
    return 0;
}
