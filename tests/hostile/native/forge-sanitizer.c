// command: verify --property memory
// verdict: UNKNOWN
/* The program calls the sanitizer's end itself. */
#include <math.h>
int a[2];
void __asan_on_error(void);
int main(void) {
  double s = sin(0.5);
  if (s > 0.9) a[2] = 1;
  __asan_on_error();
  return 0;
}
