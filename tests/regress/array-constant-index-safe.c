// expect: TRUE
extern void reach_error(void);
int main(void) {
    int a[4] = {1, 2, 3, 4};
    a[1] = a[0] + a[3];
    if (a[1] != 5 || a[2] != 3) reach_error();
}
