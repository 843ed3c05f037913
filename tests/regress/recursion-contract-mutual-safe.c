// expect: TRUE
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int is_odd(int n);
int is_even(int n) { return n == 0 ? 1 : is_odd(n - 1); }
int is_odd(int n) { return n == 0 ? 0 : is_even(n - 1); }
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0) return 0;
    int r = is_odd(n);
    if (r < 0 || r > 1) reach_error();
}
