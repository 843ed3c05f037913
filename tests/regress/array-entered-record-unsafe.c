// expect: FALSE(unreach-call)
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void *malloc(__SIZE_TYPE__);
struct pair {
    int p, q;
} a[100];
int main(void) {
    for (int i = 0; i < 100; i++) a[i].p = i, a[i].q = 2 * i;
    for (int i = 0; i < 100; i++) a[i].p = a[i].p + 5, a[i].q = a[i].q + 6;
    for (int i = 0; i < 100; i++)
        if (a[i].q - a[i].p != i) reach_error();
    return 0;
}
