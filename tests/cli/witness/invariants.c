extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), i = 0, s = 0;
  if (n > 1000)
    return 0;
  while (i < n) {
    s = s + 2;
    i = i + 1;
  }
  if (s != 2 * n)
    reach_error();
  return 0;
}
