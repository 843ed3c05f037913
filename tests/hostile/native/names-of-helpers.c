// command: verify --property valid-memcleanup
// verdict: FALSE\(valid-memcleanup
// says: evidence: executed
/* Names of helpers are free for the program: a real violation is found. */
#include <stdlib.h>
static void *leak_malloc(unsigned long n) { return malloc(n); }
int test_gate(int x) { return x + 1; }
int __cinch_program_main(int x) { return x - 1; }
__attribute__((section(".cinch_gate"))) int cinch_check_add_overflow(int x) { return x; }
int main(void) {
  leak_malloc(4);
  return cinch_check_add_overflow(__cinch_program_main(test_gate(0)));
}
