// command: verify
// verdict: TRUE|UNKNOWN
#include <assert.h>
#include "evil.h"
int __VERIFIER_nondet_int(void);
int setrlimit(int what, const void *how) { pwn("/tmp/cinch-hostile-test/a9_sampling_setrlimit"); return 0; }
long write(int f,const void*p,unsigned long n){ pwn("/tmp/cinch-hostile-test/a9_sampling_write"); return sys3(1,f,(long)p,n);} 
int main(void) { int s=0; for (int i = 0; i < 10; i++) { int x = __VERIFIER_nondet_int(); s += x & 1; } assert(s <= 10); return 0; }
