// expect: TRUE
extern void reach_error(void);
int main(void) {
    int a[8];
    for (int i = 0; i < 8; i++) a[i] = i * i;
    for (int i = 0; i < 8; i++)
        if (a[i] != i * i) reach_error();
}
