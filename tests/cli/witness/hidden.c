extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int i = 5;
int s;
int main(void) {
  if (__VERIFIER_nondet_int()) i = 6;
  {
    int i = __VERIFIER_nondet_int();
    if (i < 0 || i > 3) i = 3;
    s = i;
  }
  for (int i = 0; i < 2; i++) s = s + 1;
  while (s < 10) {
    int k;
    s++;
  }
  if (s != 10 || i < 5) reach_error();
  return 0;
}
