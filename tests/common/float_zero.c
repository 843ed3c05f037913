// expect: TRUE
// Zero has two signs that are equal.
extern void reach_error(void);
#define check(c)                                                                                   \
    do {                                                                                           \
        if (!(c))                                                                                  \
            reach_error();                                                                         \
    } while (0)

int main(void) {
    float a = 0.0f, b = -0.0f;
    check(a == b);
    check(1.0f / a != 1.0f / b);
    return 0;
}
