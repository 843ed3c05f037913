// expect: TRUE
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int r = 0;
    switch (__VERIFIER_nondet_int()) {
    case 1: r = 1; /* falls through */
    case 2: r += 2; break;
    case 3: r = 9; break;
    default: r = 5;
    }
    if (r != 2 && r != 3 && r != 5 && r != 9) reach_error();
}
