// expect: UNKNOWN(...) --engine cells --timeout 3
// The last copy misses one cell: cells proves nothing, and claims no violation either.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int a[100000], b[100000], c[100000];
    for (int i = 0; i < 100000; i++) a[i] = __VERIFIER_nondet_int();
    for (int i = 0; i < 100000; i++) b[i] = a[i];
    for (int i = 1; i < 100000; i++) c[i] = b[i];
    for (int i = 0; i < 100000; i++)
        if (a[i] != c[i]) reach_error();
}
