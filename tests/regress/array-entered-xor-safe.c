// expect: TRUE --engine cells
// Twice the same exclusive or.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void *malloc(__SIZE_TYPE__);
int main(void) {
    unsigned key = __VERIFIER_nondet_int();
    unsigned a[50000], b[50000];
    for (int i = 0; i < 50000; i++) a[i] = b[i] = __VERIFIER_nondet_int();
    for (int i = 0; i < 50000; i++) a[i] ^= key;
    for (int i = 0; i < 50000; i++) a[i] ^= key;
    for (int i = 0; i < 50000; i++)
        if (a[i] != b[i]) reach_error();
    return 0;
}
