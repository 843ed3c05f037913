// command: verify
// verdict: UNKNOWN
/* A section that the linker prints, among the functions that it misses: what it says becomes functions of the test. */
#include <math.h>
void reach_error(void);
int missing(int);
__attribute__((section(".gnu.warning.sin"))) const char says[] =
  "undefined reference to `e(void); static void test_fails(const char *); __attribute__((constructor)) static void forge(void) { test_fails(0); } long z'\n"
  "x: undefined reference to `sin'";
int main(void) {
  double s = sin(0.91);
  if (s > 0.9 && s < 0.95) reach_error();
  return missing(1);
}
