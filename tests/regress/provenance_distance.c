// expect: FALSE(valid-deref) --property valid-deref
// A sum that leaves its object leads to no other, although the pointer may point to both.
extern int __VERIFIER_nondet_int(void);
int x, y;
int main(void) {
  int *p = __VERIFIER_nondet_int() ? &x : &y;
  if (__VERIFIER_nondet_int()) {
    p = &x;
    p += 4;
  }
  return *p;
}
