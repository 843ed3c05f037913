extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int twice(int k) {
  return k + k;
}
int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = 0;
  if (x > 10 && x < 100) {
    y = twice(x);
  } else {
    y = 3;
  }
  for (int i = 0; i < 3; i++) {
    y++;
  }
  while (y > 50) {
    y--;
  }
  if (y == 50 && x != 40)
    reach_error();
  return 0;
}
