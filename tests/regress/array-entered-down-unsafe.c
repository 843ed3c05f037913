// expect: FALSE(unreach-call)
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void *malloc(__SIZE_TYPE__);
int main(void) {
    int a[100];
    for (int i = 0; i < 100; i++) a[i] = i;
    for (int i = 100 - 1; i > 0; i--) a[i] = a[i] + 7;
    for (int i = 0; i < 100; i++)
        if (a[i] != i + 7) reach_error();
    return 0;
}
