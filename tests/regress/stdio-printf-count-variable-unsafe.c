// expect: FALSE(unreach-call)
extern int printf(const char *, ...);
extern void reach_error(void);

int main(void) {
    const char *t;
    int n = 3;
    t = "n%n";
    printf(t, &n);
    if (n != 3) reach_error();
}
