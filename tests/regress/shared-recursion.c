// expect: TRUE --inline none
// expect: UNKNOWN(recursion) --inline none --engine bmc
// expect: TRUE
/* A function that calls itself cannot share its variables with itself: that is a limit, not an error. As a procedure with a summary it need not. */
extern void reach_error(void);
static int sum(int *p, int n) { return n ? p[n - 1] + sum(p, n - 1) : 0; }
int main(void) {
    int a[3] = {1, 2, 3};
    if (sum(a, 3) != 6) reach_error();
    return 0;
}
