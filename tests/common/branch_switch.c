// expect: TRUE
// A switch whose default cannot be reached.
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
#define check(c)                                                                                   \
    do {                                                                                           \
        if (!(c))                                                                                  \
            reach_error();                                                                         \
    } while (0)

int main(void) {
    unsigned x = __VERIFIER_nondet_uint() & 3, y = 9;
    switch (x) {
    case 0:
        y = 1;
        break;
    case 1:
        y = 2;
        break;
    case 2:
        y = 4;
        break;
    case 3:
        y = 8;
        break;
    default:
        reach_error();
    }
    check((y & (y - 1)) == 0);
    return 0;
}
