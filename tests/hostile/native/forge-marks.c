// command: deadcode
// verdict: UNKNOWN\(unsupported: marks of goals
/* Marks of goals that the program passes itself. */
extern void zz(int, _Bool) __asm__("__cinch" "_g\157al");
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  for (int i = 0; i < 1; i++) zz(0, 1), zz(1, 1), zz(2, 1), zz(3, 1), zz(4, 1), zz(5, 1), zz(6, 1), zz(7, 1), zz(8, 1);
  if (x > 3) {
    if (x < 2) return 1;
  }
  return 0;
}
