// expect: TRUE
extern void abort(void);
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int holds) { if (!holds) abort(); }
int main(void) {
  int x = __VERIFIER_nondet_int();
  __VERIFIER_assume(x > 3);
  if (x == 3) reach_error();
}
