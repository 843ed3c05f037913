// expect: FALSE(unreach-call) --engine ic3cfa --no-ic3-leap
// A run of many rounds in which each round's input matters: each frame would need its own lemmas, an unrolling finds it.
extern void __VERIFIER_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  unsigned hash = 5381;
  for (unsigned i = 0; i < 9; i++) {
    unsigned char c = __VERIFIER_nondet_uchar();
    if (c < 'a' || c > 'z') return 0;
    hash = hash * 33 ^ c;
  }
  if (hash % 65536 == 0xbeef) __VERIFIER_error();
  return 0;
}
