// expect: TRUE --target arm-none-eabi
// A register at a fixed address is no variable, wherever variables lie.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int x;
int main(void) {
  int k = __VERIFIER_nondet_int();
  volatile int *p = &x;
  if (k == 5) p = (int *)0x1000;
  *p = 7;
  if (k == 5 && x != 0) reach_error();
  return 0;
}
