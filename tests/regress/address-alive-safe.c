// expect: TRUE
/* Objects that exist at the same time are apart, also those of a caller and of a function that it calls. */
#include <stdint.h>
#include <stdlib.h>
extern void reach_error(void);
uintptr_t outer;

static void look(void) {
    int y;
    if ((uintptr_t)&y == outer) reach_error();
}

int main(void) {
    int x;
    char *block = malloc(4), *p;
    outer = (uintptr_t)&x;
    look();
    if (block) block = realloc(block, 8);
    if (!block) return 0;
    int n = 0;
    for (p = block; p != block + 8; p++) n++;
    if (n != 8) reach_error();
}
