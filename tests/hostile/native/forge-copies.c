// command: verify --step step --input in --range in=0:0.5
// verdict: UNKNOWN
/* A copying function of the program's own that gives the test another input. */
#include <math.h>
void reach_error(void);
double in;
void *memcpy(void *to, const void *from, unsigned long n) {
  if (n == 8) {
    *(double *)to = 1.25;
    return to;
  }
  for (unsigned long i = 0; i < n; i++) ((char *)to)[i] = ((const char *)from)[i];
  return to;
}
void step(void) {
  double s = sin(in);
  if (s > 0.94 && s < 0.95) reach_error();
}
