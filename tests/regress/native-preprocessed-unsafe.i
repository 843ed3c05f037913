// expect: FALSE(unreach-call) --engine native
// A preprocessed file, whose run is too long to be interpreted: the test of it is compiled with a sanitizer.
extern void reach_error(void);
int main(void) {
    int a[100000];
    for (int i = 0; i < 100000; i++) a[i] = 42;
    for (int i = 0; i < 100000; i++) a[i] = 43;
    for (int i = 0; i < 100000; i++) a[i] = 44;
    for (int i = 0; i < 100000; i++)
        if (a[i] != 43) reach_error();
    return 0;
}
