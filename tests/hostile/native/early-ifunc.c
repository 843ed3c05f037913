// command: verify
// verdict: UNKNOWN
#include <assert.h>
#include "evil.h"
int __VERIFIER_nondet_int(void);
static void foo_(void){} 
static void *resolve(void) { pwn("/tmp/cinch-hostile-test/a3_ifunc_plain"); return (void*)foo_; }
void foo(void) __attribute__((ifunc("resolve")));
int main(void) { int x = __VERIFIER_nondet_int(); foo(); if (x == 5) assert(0); return 0; }
