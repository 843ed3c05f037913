// expect: FALSE(valid-deref) --property valid-deref
// The same of blocks that one call allocates.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int *a[4];
  for (int i = 0; i < 4; i++) {
    a[i] = malloc(4);
    if (!a[i]) exit(1);
    *a[i] = i;
  }
  int *p = a[0], k = 4;
  if (__VERIFIER_nondet_int()) p = a[1];
  return p[k];
}
