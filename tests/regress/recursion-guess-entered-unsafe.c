// expect: FALSE(unreach-call)
// Only calls of calls have arguments that violate: no caller outside ensures them.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int halves(int n, int depth) {
    if (depth == 4 && n == 3) reach_error();
    if (n <= 1) return depth;
    return halves(n / 2, depth + 1);
}
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 10 || n > 100) return 0;
    return halves(n, 0) < 0;
}
