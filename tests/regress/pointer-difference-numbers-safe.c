// expect: TRUE --property undefined
// The difference of two numbers is no difference of pointers.
#include <stdint.h>
int a[2], b[2];
int main(void) { int *p = a, *q = b; uintptr_t d = (uintptr_t)p - (uintptr_t)q; return d == 3; }
