// command: verify
// verdict: FALSE\(assert\)
#include <assert.h>
#include "evil.h"
int input(void) __asm__("nondet_a(void); const char *nondet_s = \"); //\"; __asm__(\".pushsection .preinit_array; .quad evil; .popsection\"); int nondet_b");
void evil(void) { pwn("/tmp/cinch-hostile-test/a10_inject"); }
int main(void) { int x = input(); if (x == 5) assert(0); return 0; }
