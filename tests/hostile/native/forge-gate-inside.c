// command: verify
// verdict: UNKNOWN
/* The gate is found from the address of a function. */
#include <math.h>
void reach_error(void);
typedef long (*f)(long, long, long, long, long);
int main(void) {
  double s = sin(0.5);
  if (s > 0.9) reach_error();
  unsigned r[2] = {0x63696e04, 107};
  for (unsigned char *q = (unsigned char *)main - 0x400, *p = q; q < p + 0x1000; q++)
    if (q[0] == 0x0f && q[1] == 5 && q[2] == 0xc3) { ((f)(q + 3))(1, 200, (long)r, 8, 0); break; }
  return 0;
}
