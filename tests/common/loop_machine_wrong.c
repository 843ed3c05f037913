// expect: FALSE(unreach-call)
// A fourth state is entered.
extern void reach_error(void);
extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    int s = 0;
    while (1) {
        if (s == 0)
            s = 1;
        else if (s == 1)
            s = __VERIFIER_nondet_bool() ? 2 : 0;
        else if (s == 2)
            s = 3;
        else
            reach_error();
    }
    return 0;
}
