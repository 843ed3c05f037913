// command: verify
// verdict: UNKNOWN
/* The same by assembly. */
#include <math.h>
void reach_error(void);
int main(void) {
  double s = sin(0.5);
  if (s > 0.9) reach_error();
  unsigned r[2] = {0x63696e04, 107};
  for (unsigned char *q = (unsigned char *)0x555555555000; ; q++)
    if (q[0] == 0x0f && q[1] == 5 && q[2] == 0xc3) {
      __asm__ volatile("call *%0" :: "r"(q), "a"(1L), "D"(200L), "S"(r), "d"(8L) : "rcx", "r11", "memory");
      break; }
  return 0;
}
