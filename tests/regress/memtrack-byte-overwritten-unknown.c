// expect: UNKNOWN(memtrack) --property valid-memtrack
#include <stdlib.h>
union { int *p; char c; } u;
int main(void) { u.p = malloc(4); u.c = 1; return 0; }
