// expect: FALSE(unreach-call)
/* Freed memory is allocated again; the number of its address is still the program's. */
#include <stdint.h>
#include <stdlib.h>
extern void reach_error(void);

int main(void) {
    void *first = malloc(16), *second;
    uintptr_t at = (uintptr_t)first;
    free(first);
    second = malloc(16);
    if (second && (uintptr_t)second == at) reach_error();
}
