// expect: TRUE
// A tree of calls, twice as wide at each depth: no depth of inlining reaches its end. Division, shifts and a switch in it.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int other(int n);
int tree(int n) {
    switch (n) {
    case 0: return 7;
    case 1: return -3;
    default: return tree(n - 1) + (other(n - 2) >> 1) - n % 3;
    }
}
int other(int n) {
    if (n < 1) return 1;
    int half = tree(n - 1) / 2;
    return half ^ (n << 2);
}
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 30) return 0;
    if (n == 1 && tree(n) >= 0) reach_error();
    if (tree(2) != -5) reach_error(); /* -3 + (1 >> 1) - 2 */
}
