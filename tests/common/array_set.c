// expect: TRUE
// Written and read back.
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
#define check(c)                                                                                   \
    do {                                                                                           \
        if (!(c))                                                                                  \
            reach_error();                                                                         \
    } while (0)

int main(void) {
    int a[4];
    unsigned i = __VERIFIER_nondet_uint() % 4;
    a[i] = 7;
    check(a[i] == 7);
    return 0;
}
