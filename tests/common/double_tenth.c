// expect: TRUE
// But near it.
extern void reach_error(void);
#define check(c)                                                                                   \
    do {                                                                                           \
        if (!(c))                                                                                  \
            reach_error();                                                                         \
    } while (0)

int main(void) {
    double s = 0.0;
    int i;
    for (i = 0; i < 10; i++)
        s += 0.1;
    check(s > 0.999 && s < 1.001);
    return 0;
}
