// expect: TRUE
// Where a structure is returned is not known to the function.
extern void reach_error(void);
struct large {
    int a[10];
};
extern struct large make(void);
extern void ask(void);

int main(void) {
    struct large s = make();
    s.a[0] = 1;
    ask();
    if (s.a[0] != 1) reach_error();
}
