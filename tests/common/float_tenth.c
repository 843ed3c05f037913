// expect: FALSE(unreach-call)
// Ten tenths are not one.
extern void reach_error(void);
#define check(c)                                                                                   \
    do {                                                                                           \
        if (!(c))                                                                                  \
            reach_error();                                                                         \
    } while (0)

int main(void) {
    float s = 0.0f;
    int i;
    for (i = 0; i < 10; i++)
        s += 0.1f;
    check(s == 1.0f);
    return 0;
}
