// expect: FALSE(valid-deref) --property valid-deref
// A number is no object, whatever number it is.
extern int __VERIFIER_nondet_int(void);
int x;
int main(void) {
  int *p = &x;
  if (__VERIFIER_nondet_int() == 5) p = (int *)0x1000;
  return *p;
}
