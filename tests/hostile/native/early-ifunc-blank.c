// command: verify
// verdict: FALSE\(assert\)|UNKNOWN
#include <assert.h>
#include "evil.h"
int __VERIFIER_nondet_int(void);
__attribute__((used)) static void *resolve(void) { pwn("/tmp/cinch-hostile-test/a3_ifunc_blank"); return (void*)resolve; }
int main(void) { int x = __VERIFIER_nondet_int();
  __asm__ volatile(".pushsection .text.x,\"ax\",@progbits\n .globl \"x y\"\n .type \"x y\",@gnu_indirect_function\n \"x y\": jmp resolve\n .popsection\n .pushsection .data.x,\"aw\",@progbits\n .quad \"x y\"\n .popsection\n");
  if (x == 5) assert(0); return 0; }
