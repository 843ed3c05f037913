// expect: FALSE(valid-memtrack) --property valid-memtrack
#include <stdlib.h>
int *g;
/* The only pointer to the block points past it at the end. */
int main(void) { g = malloc(4); g += 100; return 0; }
