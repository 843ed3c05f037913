// expect: FALSE(unreach-call) --engine values
/* A gate that counts coins: states split at constants lead to the error, and a run passes them all. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
enum { LOCKED, OPEN, PASSING, ALARM };
int mode = LOCKED, coins = 0, pushed = 0;

static void event(int input) {
    if (mode == LOCKED && input == 1) {
        coins = coins % 50 + 7;
        if (coins > 40) mode = OPEN;
    } else if (mode == OPEN && input == 2) {
        mode = PASSING;
        pushed = 0;
    } else if (mode == PASSING && input == 3) {
        coins = coins - 40;
        mode = LOCKED;
    } else if (mode == PASSING && input == 2) {
        pushed++;
        if (pushed == 3) mode = ALARM;
    } else if (mode == ALARM && input == 1 && coins > 44) reach_error();
}

int main(void) {
    while (1) {
        int input = __VERIFIER_nondet_int();
        if (input < 1 || input > 3) return 0;
        event(input);
    }
}
