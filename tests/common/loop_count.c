// expect: TRUE
// Counting up to ten.
extern void reach_error(void);
#define check(c)                                                                                   \
    do {                                                                                           \
        if (!(c))                                                                                  \
            reach_error();                                                                         \
    } while (0)

int main(void) {
    int i = 0;
    while (i < 10)
        i++;
    check(i == 10);
    return 0;
}
