// expect: TRUE
// One loop after the other.
extern void reach_error(void);
#define check(c)                                                                                   \
    do {                                                                                           \
        if (!(c))                                                                                  \
            reach_error();                                                                         \
    } while (0)

int main(void) {
    int i = 0, j = 0;
    while (i < 5)
        i++;
    while (j < 5)
        j++;
    check(i == j);
    return 0;
}
