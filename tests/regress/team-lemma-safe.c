// expect: TRUE --engine ic3cfa,kinduction
// What falls by y until y is positive does not wrap: the bound is a sum, x + 300 y >= c, and no literal of a pre-image says that.
#include <assert.h>
int nondet(void);
int main(void) {
  int x = -7, y = nondet();
  if (y <= -300 || y >= 20000) return 0;
  while (x < 0) {
    x += y;
    y++;
  }
  assert(y > 0);
  return 0;
}
