// command: verify
// verdict: UNKNOWN
/* The end of the test as the address that main returns to. */
#include <math.h>
void reach_error(void);
int main(void) {
  double s = sin(0.5);
  if (s > 0.9) reach_error();
  for (unsigned char *q = (unsigned char *)main - 0x400, *p = q; q < p + 0x1000; q++) {
    if (q[0] == 0xba && q[1] == 0x6b && q[2] == 0 && q[3] == 0) { while (*--q != 0x55) ; ((unsigned char **)__builtin_frame_address(0))[1] = q; break; }
  }
  return 0;
}
