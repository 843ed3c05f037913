// expect: TRUE
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int twice(int x) { return 2 * x; }
static int square(int x) { return x * x; }
int main(void) {
    int (*f)(int) = __VERIFIER_nondet_int() ? twice : square;
    if (f(2) != 4) reach_error();
}
