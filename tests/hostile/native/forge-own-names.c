// command: verify --property valid-memcleanup
// verdict: UNKNOWN
/* Functions that cinch links with a test, by the names that they have in the sources of cinch. */
#include <stdlib.h>
double sin(double);
extern void *__cinch_0000000000000000_leak_malloc(unsigned long) __attribute__((weak));
extern int __cinch_0000000000000000_main(void) __attribute__((weak));
extern void __cinch_0000000000000000_gate(void) __attribute__((weak));
int main(void) {
  double s = sin(0.5);
  if (__cinch_0000000000000000_leak_malloc) __cinch_0000000000000000_leak_malloc(4);
  if (__cinch_0000000000000000_main || __cinch_0000000000000000_gate || s > 0.9) malloc(5);
  return 0;
}
