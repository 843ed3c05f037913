// expect: TRUE
// Unsigned numbers wrap.
extern void reach_error(void);
#define check(c)                                                                                   \
    do {                                                                                           \
        if (!(c))                                                                                  \
            reach_error();                                                                         \
    } while (0)

int main(void) {
    unsigned x = 0xffffffffu;
    x++;
    check(x == 0);
    return 0;
}
