// expect: FALSE(unreach-call) --data-model ILP32
// 16 blocks of unknown size take more than a quarter of 32 bits, and a number lies in the middle of the space: the base
// of all objects still has places where it may be. Without any there was no run, and every property held.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);
extern void *malloc(unsigned size);

int *fixed;

static int use(unsigned size) {
    int *p = malloc(size & 1023 | 4);
    p[0] = 1;
    if (size == 5) return *fixed;
    return p[0];
}

int main(void) {
    int sum = 0, x = __VERIFIER_nondet_int();
    fixed = (int *)0x80000000u;
    sum += use(x + 0);
    sum += use(x + 1);
    sum += use(x + 2);
    sum += use(x + 3);
    sum += use(x + 4);
    sum += use(x + 5);
    sum += use(x + 6);
    sum += use(x + 7);
    sum += use(x + 8);
    sum += use(x + 9);
    sum += use(x + 10);
    sum += use(x + 11);
    sum += use(x + 12);
    sum += use(x + 13);
    sum += use(x + 14);
    sum += use(x + 15);
    if (x == 77 && sum == 16) __VERIFIER_error();
    return 0;
}
