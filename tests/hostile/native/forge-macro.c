// command: verify --property memory
// verdict: UNKNOWN
/* The violation is in what only the native build has. */
#include <math.h>
int a[2];
int main(void) {
  double s = sin(0.5);
  if (s > 0.9) a[2] = 1;
#if __has_feature(address_sanitizer)
  volatile int i = 2; a[i] = 1;
#endif
  return 0;
}
