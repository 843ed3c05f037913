// expect: TRUE
extern void reach_error(void);
int main(void) {
    int a[5] = {1, 2, 3, 4, 5}, sum = 0;
    for (int *p = a; p != a + 5; p++) sum += *p;
    if (sum != 15) reach_error();
    if (&a[4] - &a[1] != 3) reach_error();
}
