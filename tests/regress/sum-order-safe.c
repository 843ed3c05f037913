// expect: TRUE --engine bmc
/* The same sum in another order: no solver should have to search for that. */
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
enum { N = 30 };
static int sum(const int *x) {
    long long r = 0;
    for (int i = 0; i < N; i++) r += x[i];
    return (int)r;
}
int main(void) {
    int x[N];
    for (int i = 0; i < N; i++) x[i] = __VERIFIER_nondet_int();
    int before = sum(x), first = x[0];
    for (int i = 0; i < N - 1; i++) x[i] = x[i + 1];
    x[N - 1] = first;
    if (sum(x) != before) reach_error();
}
