// command: verify
// verdict: UNKNOWN
/* A section that asks for a stack whose code can be executed. */
#include <math.h>
void reach_error(void);
__attribute__((section(".note.GNU-stack"), used)) static void f(void) {}
int main(void) {
  double s = sin(0.5);
  if (s > 0.9) reach_error();
  unsigned record[2] = {0x63696e04, 107};
  unsigned char code[64] = {0xc3};
  if (record[0] == 1) ((void (*)(void))code)();
  return 0;
}
