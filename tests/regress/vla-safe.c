// expect: TRUE
extern void reach_error(void);
int main(void) {
    int n = 3;
    int a[n];
    for (int i = 0; i < n; i++) a[i] = i;
    if (a[2] != 2) reach_error();
}
