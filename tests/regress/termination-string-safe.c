// expect: TRUE --property termination
// Accesses stay inside their objects, so the string ends before its array does.
extern int __VERIFIER_nondet_int(void);
static int length(const char *s) {
    const char *p = s;
    while (*p) p++;
    return (int)(p - s);
}
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1) n = 1;
    char *a = __builtin_alloca((unsigned long)n);
    a[n - 1] = 0;
    return length(a);
}
