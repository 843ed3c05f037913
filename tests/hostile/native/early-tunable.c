// command: verify
/* libc calls this before any constructor. */
#include <assert.h>
#include "evil.h"
int __VERIFIER_nondet_int(void);
void __tunable_get_val(int id, void *valp, void *cb) { pwn("/tmp/cinch-hostile-test/tunable"); }
int main(void) { int x = __VERIFIER_nondet_int(); if (x == 5) assert(0); return 0; }
