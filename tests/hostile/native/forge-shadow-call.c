// command: verify --property valid-deref
// verdict: UNKNOWN
/* A function that cinch links with a test, called by the program itself. */
#include <stdlib.h>
double sin(double);
extern void shadow___asan_allocas_unpoison(unsigned long, unsigned long) __attribute__((weak));
int main(void) {
  static char a[64];
  double s = sin(0.5);
  if (shadow___asan_allocas_unpoison) shadow___asan_allocas_unpoison((unsigned long)a, (unsigned long)a + 64);
  int i = 3; if (s > 0.9) i = 64;
  a[i] = 1;
  return 0;
}
