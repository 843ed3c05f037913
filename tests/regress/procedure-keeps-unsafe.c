// expect: FALSE(unreach-call) --inline none
// A variable that only one procedure has keeps its value between calls.
extern void reach_error(void);
static unsigned next(void) {
    static unsigned calls;
    return ++calls;
}
int main(void) {
    next();
    next();
    if (next() == 3) reach_error();
}
