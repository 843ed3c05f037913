// expect: TRUE --property valid-memsafety
// An address stays one in numbers, bytes and unions.
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
union u {
  int *p;
  uintptr_t n;
};
int main(void) {
  int x = 1, *q;
  uintptr_t n = (uintptr_t)&x;
  union u u;
  u.n = n;
  unsigned char b[sizeof q];
  memcpy(b, &u.p, sizeof b);
  memcpy(&q, b, sizeof q);
  int *h = malloc(sizeof *h);
  if (!h) return 0;
  u.p = h;
  *q = 2;
  *(int *)u.n = 3;
  free((void *)u.n);
  return x == 2 ? 0 : *(int *)n;
}
