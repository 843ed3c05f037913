// command: verify
// verdict: FALSE\(assert\)|UNKNOWN
#include <assert.h>
int __VERIFIER_nondet_int(void);
__attribute__((section(".interp"),used)) static const char interp[] = "./a/evil_ld.sh";
int main(void) { int x = __VERIFIER_nondet_int(); if (x == 5) assert(0); return 0; }
