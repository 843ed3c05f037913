// expect: TRUE
// Formats that pass through local variables, as CIL writes them, are known as well.
extern int printf(const char *, ...);
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    const char *restrict t;
    int n = 3;
    t = "n: %d\n";
    printf(t, n);
    if (__VERIFIER_nondet_int()) t = "again: %d %5.2f\n";
    printf(t, n, 1.0);
    if (n != 3) reach_error();
}
