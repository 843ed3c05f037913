// expect: FALSE(unreach-call) --engine icpic3
// Gain switching: the second gain is above one, so the state grows while it is on.
extern _Bool __VERIFIER_nondet_bool(void);
void reach_error(void);

int main(void) {
    double x = 1.0;
    int rounds = 0;
    while (1) {
        if (__VERIFIER_nondet_bool()) x = x * 0.5;
        else x = x * 1.5;
        if (x > 5.0) reach_error();
        if (++rounds > 6) rounds = 0, x = 1.0;
    }
}
