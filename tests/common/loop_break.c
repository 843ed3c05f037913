// expect: TRUE
// Leaving in the middle.
extern void reach_error(void);
#define check(c)                                                                                   \
    do {                                                                                           \
        if (!(c))                                                                                  \
            reach_error();                                                                         \
    } while (0)

int main(void) {
    int i;
    for (i = 0; i < 100; i++)
        if (i == 7)
            break;
    check(i == 7);
    return 0;
}
