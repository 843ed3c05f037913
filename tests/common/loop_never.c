// expect: TRUE
// The loop body is never entered.
extern void reach_error(void);
#define check(c)                                                                                   \
    do {                                                                                           \
        if (!(c))                                                                                  \
            reach_error();                                                                         \
    } while (0)

int main(void) {
    int x = 3;
    while (x > 5) {
        x--;
        reach_error();
    }
    check(x == 3);
    return 0;
}
