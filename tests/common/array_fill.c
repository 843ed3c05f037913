// expect: TRUE
// A loop fills an array.
extern void reach_error(void);
#define check(c)                                                                                   \
    do {                                                                                           \
        if (!(c))                                                                                  \
            reach_error();                                                                         \
    } while (0)

int main(void) {
    int a[5], i;
    for (i = 0; i < 5; i++)
        a[i] = i;
    check(a[3] == 3);
    return 0;
}
