// expect: FALSE(unreach-call)
// Too wide to be inlined to its end.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 20 || n > 25) return 0;
    if (fib(n) == 28657) reach_error(); /* n = 23 */
}
