// expect: FALSE(unreach-call)
// The first call meets what is guessed of arguments, and one behind a loop does not.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int count(int n) {
    if (n == 0) return 0;
    if (n < 0) return count(n + 1) - 1;
    return count(n - 1) + 1;
}
int main(void) {
    int x = 3;
    if (count(x) < 0) reach_error();
    while (__VERIFIER_nondet_int()) {
        x--;
        if (x < -5) return 0;
        if (count(x) < -2) reach_error();
    }
    return 0;
}
