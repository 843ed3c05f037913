// expect: FALSE(valid-deref) --property valid-deref
#include <string.h>
int *get(void); static int *keep;
int main(void) { long n = 40; keep = get(); if (keep) memcpy(&keep, &n, sizeof n); int *q = keep; if (q == 0) return 0; char *z = 0; *z = 1; return 0; }
