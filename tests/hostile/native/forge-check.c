// command: verify --property no-overflow
// verdict: UNKNOWN
/* The same of arithmetic, by another name. */
#include <math.h>
void h(void) __asm__("__ubsan_handle_add_overflow_abort");
int x = 2147483647;
int main(void) {
  double s = sin(0.5);
  if (s > 0.9) x = x + 1;
  h();
  return 0;
}
