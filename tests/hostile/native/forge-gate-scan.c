// command: verify
// verdict: UNKNOWN
/* The program looks for the gate in its own code and calls it (docs/security.md). */
#include <math.h>
void reach_error(void);
static long call(unsigned char *p, long a, long b, long c) {
  return ((long (*)(long, long, long, long, long))p)(1, a, b, c, 0);
}
int main(void) {
  double s = sin(0.5);
  if (s > 0.9) reach_error();
  unsigned char *p = (unsigned char *)main;
  unsigned r[2] = {0x63696e04, 107};
  for (unsigned char *q = (unsigned char *)0x555555554000; q < p + 0x3000; q++)
    if (q[0] == 0x0f && q[1] == 5 && q[2] == 0xc3) { call(q + 3, 200, (long)r, 8); break; }
  return 0;
}
