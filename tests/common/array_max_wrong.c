// expect: FALSE(unreach-call)
// The first element is forgotten.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
#define check(c)                                                                                   \
    do {                                                                                           \
        if (!(c))                                                                                  \
            reach_error();                                                                         \
    } while (0)

int main(void) {
    int a[3], i, m;
    for (i = 0; i < 3; i++)
        a[i] = __VERIFIER_nondet_int();
    m = a[1];
    for (i = 2; i < 3; i++)
        if (a[i] > m)
            m = a[i];
    check(m >= a[0]);
    return 0;
}
