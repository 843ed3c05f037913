// command: verify
// verdict: UNKNOWN
/* A function of the C library calls a number: the end of the test. */
#include <math.h>
#include <search.h>
void reach_error(void);
static void *root;
int main(void) {
  double s = sin(0.5);
  if (s > 0.9) reach_error();
  static unsigned r[2] = {0x63696e04, 107};
  const unsigned char *q = (const unsigned char *)0x555555555000;
  for (; q < (const unsigned char *)0x555555556000; q++)
    if (q[0] == 0xba && q[1] == 0x6b && q[2] == 0 && q[3] == 0) break;
  tsearch(r, &root, (int (*)(const void *, const void *))q);
  tsearch(r + 1, &root, (int (*)(const void *, const void *))q);
  return 0;
}
