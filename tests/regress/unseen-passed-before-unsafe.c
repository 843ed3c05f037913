// expect: FALSE(unreach-call)
// What was passed once may be written by any later call.
extern void reach_error(void);
extern void keep(int *);
extern void ask(void);

int main(void) {
    int x = 1, *p = &x;
    keep(p);
    x = 2;
    ask();
    if (x != 2) reach_error();
}
