// expect: FALSE(unreach-call)
// Counting in twos misses eleven.
extern void reach_error(void);
#define check(c)                                                                                   \
    do {                                                                                           \
        if (!(c))                                                                                  \
            reach_error();                                                                         \
    } while (0)

int main(void) {
    int i = 0;
    while (i < 10)
        i += 3;
    check(i == 10);
    return 0;
}
