// command: verify --property valid-memcleanup
// verdict: UNKNOWN
/* A function that cinch links with a test, called by the program itself. */
#include <stdlib.h>
double sin(double);
extern void *leak_malloc(unsigned long) __attribute__((weak));
int main(void) {
  double s = sin(0.5);
  if (leak_malloc) leak_malloc(4);
  if (s > 0.9) malloc(5);
  return 0;
}
