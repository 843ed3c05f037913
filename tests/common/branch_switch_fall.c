// expect: FALSE(unreach-call)
// A case that falls through.
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
#define check(c)                                                                                   \
    do {                                                                                           \
        if (!(c))                                                                                  \
            reach_error();                                                                         \
    } while (0)

int main(void) {
    unsigned x = __VERIFIER_nondet_uint() & 3, y = 0;
    switch (x) {
    case 0:
        y = 1;
    case 1:
        y += 2;
        break;
    default:
        y = 4;
    }
    check(y == 1 || y == 2 || y == 4);
    return 0;
}
