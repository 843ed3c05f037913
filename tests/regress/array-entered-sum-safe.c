// expect: TRUE --engine cells
// Each loop changes what the one before left: one equation about its entry for a loop.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void *malloc(__SIZE_TYPE__);
int main(void) {
    int a[100000], b[100000];
    for (int i = 0; i < 100000; i++) a[i] = __VERIFIER_nondet_int();
    for (int i = 0; i < 100000; i++) b[i] = a[i];
    for (int i = 0; i < 100000; i++) b[i] = b[i] + i;
    for (int i = 0; i < 100000; i++) b[i] = b[i] - i;
    for (int i = 0; i < 100000; i++)
        if (b[i] != a[i]) reach_error();
    return 0;
}
