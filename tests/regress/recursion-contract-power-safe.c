// expect: TRUE
// What doubles with each call is a power of two, which wraps to 0: 2^(n+3) - 3 is -3 from 29 on.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

static int grow(int n) {
    if (n == 0) return 5;
    return 2 * grow(n - 1) + 3;
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 29 || n > 100000) return 0;
    if (grow(n) != -3) reach_error();
}
