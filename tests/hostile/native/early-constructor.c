// command: verify
// verdict: UNKNOWN
#include <assert.h>
#include "evil.h"
int __VERIFIER_nondet_int(void);
__attribute__((constructor(101))) static void c(void) { pwn("/tmp/cinch-hostile-test/a8_ctor"); }
static void pre(void) { pwn("/tmp/cinch-hostile-test/a8_preinit"); }
__attribute__((section(".preinit_array"),used)) static void (*const p)(void) = pre;
int main(void) { int x = __VERIFIER_nondet_int(); if (x == 5) assert(0); return 0; }
