// expect: FALSE(valid-deref) --property valid-deref
// expect: FALSE(valid-deref) --property valid-deref --data-model ILP32
// Any number may become the pointer: where the object lies is not known to it.
extern unsigned long __VERIFIER_nondet_ulong(void);
int x;
int main(void) {
  unsigned long n = __VERIFIER_nondet_ulong();
  int *p = &x;
  if (n > 100000 && n < 200000) p = (int *)(n * 16);
  return *p;
}
