// expect: TRUE
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static void swap(int *a, int *b) {
    int t = *a;
    *a = *b;
    *b = t;
}
int main(void) {
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(), a = x, b = y;
    swap(&a, &b);
    if (a != y || b != x) reach_error();
}
