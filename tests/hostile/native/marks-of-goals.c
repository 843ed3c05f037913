// command: deadcode
// verdict: FALSE\(dead-code
/* Marks of goals that the program passes itself, by the names in the sources of cinch: nothing is covered by them. */
extern void zz(int, _Bool) __asm__("__cinch" "_g\157al");
void __cinch_0000000000000000_goal(int goal, _Bool when);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  for (int i = 0; i < 1; i++) zz(0, 1), zz(1, 1), zz(2, 1), zz(3, 1), zz(4, 1), zz(5, 1), zz(6, 1), zz(7, 1), zz(8, 1);
  for (int i = 0; i < 9; i++) __cinch_0000000000000000_goal(i, 1);
  if (x > 3) {
    if (x < 2) return 1;
  }
  return 0;
}
