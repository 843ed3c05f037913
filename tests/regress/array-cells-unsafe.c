// expect: UNKNOWN(...) --engine cells --timeout 5
// One cell is not written: an abstraction may not prove it, and never says FALSE.
extern void reach_error(void);
int main(void) {
    int a[100000];
    for (int i = 1; i < 100000; i++) a[i] = 7;
    for (int i = 0; i < 100000; i++)
        if (a[i] != 7) reach_error();
}
