// expect: TRUE --property no-overflow
// expect: FALSE(no-overflow) --property no-overflow -- -DBUG
/* The bound of the argument is one that the caller compares with, and no constant of the function. */
extern int __VERIFIER_nondet_int(void);
static int lucas(int n) {
    if (n < 1) return 200;
    if (n == 1) return 100;
    return lucas(n - 1) + lucas(n - 2);
}
#ifdef BUG
enum { MOST = 36 };
#else
enum { MOST = 35 };
#endif
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n > MOST) return 0;
    return lucas(n) < 0;
}
