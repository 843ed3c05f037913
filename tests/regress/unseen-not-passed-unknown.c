// expect: UNKNOWN(what a function without a body can reach)
// The pointer is null where it is passed: that its variable is reached is over-approximated.
extern void reach_error(void);
extern void keep(int *);
extern void ask(void);

int main(void) {
    int x = 1, *p = &x;
    p = 0;
    keep(p);
    ask();
    if (x != 1) reach_error();
}
