// command: verify
// verdict: FALSE\(assert\)|UNKNOWN
#include <assert.h>
#include <stdio.h>
int __VERIFIER_nondet_int(void);
int main(void) { int x = __VERIFIER_nondet_int();
  if (x == 5) { for (int i = 0; i < 20; i++) printf("%2000000000d", i); assert(0); } return 0; }
