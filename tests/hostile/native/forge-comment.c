// command: verify
// verdict: UNKNOWN
/* A file name that ends the comment of the test, and begins its code. */
#include <assert.h>
#include <math.h>
int main(void) {
  double s = sin(0.5);
#line 8 "*/ static void test_fails(const char *); __attribute__((constructor)) static void forge(void) { test_fails(0); } /*"
  assert(s < 0.9 || s > 0.95);
  return 0;
}
