// command: verify
// verdict: FALSE\(assert\)|UNKNOWN
#include <assert.h>
#include "evil.h"
int __VERIFIER_nondet_int(void);
int main(void) { int x = __VERIFIER_nondet_int(); if (x == 5) { pwn("/tmp/cinch-hostile-test/a8_main"); assert(0);} return 0; }
