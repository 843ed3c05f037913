// expect: FALSE(unreach-call)
/* Atomic arithmetic on pointers: what is stored is the result. */
extern void reach_error(void);
int a[4], b;
int main(void) {
    int *p = a, *q = &b, *r = a + 3;
    __atomic_fetch_add(&p, sizeof(int), __ATOMIC_SEQ_CST);
    *p = 1;
    __atomic_exchange_n(&q, a + 2, __ATOMIC_SEQ_CST);
    *q = 2;
    __sync_fetch_and_sub((unsigned long *)&r, 3 * sizeof(int));
    *r = 3;
    int *expected = a, *now = r;
    __atomic_compare_exchange_n(&now, &expected, &b, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
    *now = 4;
    if (a[1] == 1 && a[2] == 2 && a[0] == 3 && b == 4) reach_error();
    return 0;
}
