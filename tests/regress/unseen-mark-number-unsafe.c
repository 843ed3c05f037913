// expect: FALSE(valid-deref) --property valid-deref
#include <stdint.h>
void *get(void);
int main(void) { void *p = get(); if ((uintptr_t)p == 2) { char *q = 0; *q = 1; } return 0; }
