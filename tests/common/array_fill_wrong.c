// expect: FALSE(unreach-call)
// The last element is left out.
extern void reach_error(void);
#define check(c)                                                                                   \
    do {                                                                                           \
        if (!(c))                                                                                  \
            reach_error();                                                                         \
    } while (0)

int main(void) {
    int a[5] = {0}, i;
    for (i = 0; i < 4; i++)
        a[i] = i + 1;
    check(a[4] == 5);
    return 0;
}
