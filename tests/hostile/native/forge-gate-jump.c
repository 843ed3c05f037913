// command: verify
// verdict: UNKNOWN
/* Where longjmp goes is in memory, mangled with a number that the buffer shows. */
#include <math.h>
#include <setjmp.h>
void reach_error(void);
static jmp_buf b;
int main(void) {
  double s = sin(0.5);
  if (s > 0.9) reach_error();
  volatile unsigned long *w = (unsigned long *)b;
  if (setjmp(b)) return 0;
  unsigned char *here = 0, *end = 0;
  for (unsigned char *q = (unsigned char *)0x555555555000; q < (unsigned char *)0x555555556000; q++) {
    if (!end && q[0] == 0xba && q[1] == 0x6b && q[2] == 0 && q[3] == 0) end = q;
    if (!here && q[0] == 0xe8 && q[5] == 0x83 && q[6] == 0xf8 && q[7] == 0) here = q + 5;
  }
  unsigned long m = w[7], guard = (m >> 17 | m << 47) ^ (unsigned long)here, to = (unsigned long)end ^ guard;
  w[7] = to << 17 | to >> 47;
  longjmp(b, 1);
}
