// expect: FALSE(unreach-call) --engine values/ranges
/* Values name the path to the error, and a solver the inputs of the run along it: a sum that no
 * range shows to be possible. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int opened, busy;

int main(void) {
    for (;;) {
        int choice = __VERIFIER_nondet_int(), a = __VERIFIER_nondet_int();
        if (choice == 0 && !opened) opened = 1;
        if (choice == 1 && opened && !busy && a > 0 && a < 1000 && a * a == 7 * a + 18) busy = 1;
        if (choice == 2 && busy) reach_error();
    }
}
