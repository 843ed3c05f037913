// expect: FALSE(unreach-call)
// A function without a body may return and write anything.
extern void reach_error(void);
extern int elsewhere(int *p);
int main(void) {
    int x = 1, r = elsewhere(&x);
    if (x == 5 && r == 6) reach_error();
}
