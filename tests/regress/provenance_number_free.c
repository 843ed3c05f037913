// expect: FALSE(valid-free) --property valid-free
// The bytes of the pointer are a number when it is freed.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
union u {
  char *p;
  unsigned long n;
} g;
int main(void) {
  g.p = malloc(4);
  if (!g.p) return 0;
  if (__VERIFIER_nondet_int() == 3) g.n = 0x1020;
  free(g.p);
  return 0;
}
