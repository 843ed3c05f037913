// expect: FALSE(unreach-call)
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void *malloc(__SIZE_TYPE__);
int main(void) {
    int a[100], b[100];
    for (int i = 0; i < 100; i++) a[i] = __VERIFIER_nondet_int();
    for (int i = 0; i < 100; i++) b[i] = a[i];
    for (int i = 0; i < 100; i++) b[i] = b[i] + i;
    for (int i = 0; i < 100; i++) b[i] = b[i] - i - (i == 77);
    for (int i = 0; i < 100; i++)
        if (b[i] != a[i]) reach_error();
    return 0;
}
