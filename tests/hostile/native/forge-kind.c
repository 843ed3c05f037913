// command: verify --property valid-free
// verdict: UNKNOWN
/* An access outside of a block, which the program's own strstr would have passed for a bad free. */
#include <stdlib.h>
double sin(double);
char *strstr(const char *a, const char *b) { return (char *)a; }
int main(void) {
  char *p = malloc(4);
  if (!p) return 0;
  double s = sin(0.5);
  if (s > 0.9) free(p);
  int n = 4 + (s < 0.9);
  p[n - (s > 0.9)] = 1;
  free(p);
  return 0;
}
