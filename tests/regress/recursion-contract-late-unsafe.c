// expect: FALSE(unreach-call)
/* What runs on small arguments suggest is wrong for larger ones: never TRUE. */
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int late(int n) { return n <= 0 ? 0 : n == 1000 ? 7 : late(n - 1); }
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 3000 && late(n) != 0) reach_error();
}
