// command: deadcode --criterion mcdc
// verdict: TRUE
/* Records of conditions that the program changes: both halves of the first condition show their effect. */
_Bool __cinch_v1_0, __cinch_0000000000000000_v1_0;
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > 3 && (__cinch_v1_0 = 0, __cinch_0000000000000000_v1_0 = 0, x < 9)) return 1;
  return 0;
}
