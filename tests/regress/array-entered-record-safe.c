// expect: TRUE --engine cells
// Two fields that change together.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void *malloc(__SIZE_TYPE__);
struct pair {
    int p, q;
} a[50000];
int main(void) {
    for (int i = 0; i < 50000; i++) a[i].p = i, a[i].q = 2 * i;
    for (int i = 0; i < 50000; i++) a[i].p = a[i].p + 5, a[i].q = a[i].q + 5;
    for (int i = 0; i < 50000; i++)
        if (a[i].q - a[i].p != i) reach_error();
    return 0;
}
