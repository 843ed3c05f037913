// expect: FALSE(valid-memtrack) --property valid-memtrack
// A number that no address went into leads to no block.
#include <stdlib.h>
union u {
  char *p;
  unsigned long n;
} g;
int main(void) {
  g.p = malloc(4);
  if (!g.p) return 0;
  g.n = 0x4000000000000000;
  return 0;
}
