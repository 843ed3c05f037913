// command: verify
// verdict: FALSE\(assert\)|UNKNOWN
#include <assert.h>
int __VERIFIER_nondet_int(void);
char big[3UL << 30] = {1};
int main(void) { int x = __VERIFIER_nondet_int(); if (x == 5) assert(big[0] != 1); return 0; }
