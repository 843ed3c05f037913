// command: verify --property valid-memsafety
// verdict: FALSE\(valid-deref\)
#include "evil.h"
int __VERIFIER_nondet_int(void);
int a[4];
const char *__lsan_default_options(void) { pwn("/tmp/cinch-hostile-test/a4_asan_hook"); return ""; }
const char *__ubsan_default_options(void) { pwn("/tmp/cinch-hostile-test/a4_asan_hook_ub"); return ""; }
void __sanitizer_malloc_hook(const volatile void *p, unsigned long n) { pwn("/tmp/cinch-hostile-test/a4_malloc_hook"); }
int main(void) { int x = __VERIFIER_nondet_int(); if (x == 5) a[x] = 1; return 0; }
