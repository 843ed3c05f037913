// expect: TRUE --engine values
/* A counter with many values, compared with one constant: the cells around it are left by some of
 * their numbers only, and not by the ones that runs have. All values once more show that. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int mode = 0, count = 0;
    while (1) {
        int input = __VERIFIER_nondet_int();
        if (mode == 0 && input == 1) count = count >= 300 ? 0 : count + 2;
        else if (mode == 0 && input == 2 && count == 101) mode = 1;
        else if (mode == 1 && input == 3) reach_error();
    }
}
