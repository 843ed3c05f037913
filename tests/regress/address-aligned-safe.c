// expect: TRUE
#include <stdint.h>
#include <stdlib.h>
extern void reach_error(void);
_Alignas(64) char line[3];
struct pair { char c; double d; } pair;

static int is_aligned(void) {
    int x;
    return (uintptr_t)&x % sizeof x == 0;
}

int main(void) {
    char *block = malloc(3);
    if (((uintptr_t)line & 63) || ((uintptr_t)(line + 1) & 63) != 1 || (uintptr_t)&pair.d % 8) reach_error();
    if (block && (uintptr_t)block % 16) reach_error();
    for (int i = 0; i < 3; i++)
        if (!is_aligned()) reach_error();
}
