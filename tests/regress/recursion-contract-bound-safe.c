// expect: TRUE --property no-overflow
// expect: UNKNOWN(recursion) --property no-overflow -- -DBUG
/* The bound of the argument is one that the caller compares with, and no constant of the function. */
extern int __VERIFIER_nondet_int(void);
static int lucas(int n) {
    if (n < 1) return 2;
    if (n == 1) return 1;
    return lucas(n - 1) + lucas(n - 2);
}
#ifdef BUG
enum { MOST = 45 };
#else
enum { MOST = 44 };
#endif
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n > MOST) return 0;
    return lucas(n) < 0;
}
