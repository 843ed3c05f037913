// expect: TRUE
// A loop in a loop.
extern void reach_error(void);
#define check(c)                                                                                   \
    do {                                                                                           \
        if (!(c))                                                                                  \
            reach_error();                                                                         \
    } while (0)

int main(void) {
    int i, j, n = 0;
    for (i = 0; i < 4; i++)
        for (j = 0; j < 3; j++)
            n++;
    check(n == 12);
    return 0;
}
