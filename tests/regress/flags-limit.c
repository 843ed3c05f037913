// expect: UNKNOWN(values alone do not exclude an error or a limit) --engine values/ranges
/* Deeper recursion than is laid out is no less an end of a path than an error. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int depth;
static int down(int n) {
    if (n <= 0) return 0;
    depth++;
    return down(n - 1) + 1;
}
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n > 30) return 0;
    down(n);
    if (depth > 40) reach_error();
    return 0;
}
