// expect: TRUE
// Where it returns, one argument is a multiple of the other: the rest of the arguments never end.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static void reduce(int a, int by) {
    if (a == 0) return;
    if (a < 0) reduce(-a, by);
    else reduce(a - by, by);
}

int main(void) {
    int a = __VERIFIER_nondet_int();
    if (a < 2 || a > 30000) return 0;
    reduce(a + 1, a);
    reach_error();
    return 0;
}
