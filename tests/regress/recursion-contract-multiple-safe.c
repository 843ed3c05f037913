// expect: TRUE
// Where it returns, one argument is a multiple of the other: the rest of the arguments never end.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int times(int a, int b) {
    if (b == 0) return 0;
    return a + times(a, b - 1);
}

static void reduce(int a, int by) {
    if (a == 0) return;
    if (a < 0) reduce(-a, by);
    else reduce(a - by, by);
}

int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    if (a < 2 || b < 2 || a > 30000 || b > 30000) return 0;
    int c = times(a, b);
    if (c < a + b) reach_error();
    reduce(c - 1, c - 2);
    if (c > 3) reach_error();
    return 0;
}
