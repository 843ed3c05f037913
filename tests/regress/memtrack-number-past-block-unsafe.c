// expect: FALSE(valid-memtrack) --property valid-memtrack
#include <stdlib.h>
#include <stdint.h>
uintptr_t g;
/* The only pointer to the block points past it at the end. */
int main(void) { g = (uintptr_t)malloc(4) + 64; return 0; }
