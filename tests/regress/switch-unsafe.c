// expect: FALSE(unreach-call)
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int r = 0;
    switch (__VERIFIER_nondet_int()) {
    case -1: r = 1; /* falls through */
    case 2: r += 2; break;
    default: return 0;
    }
    if (r == 3) reach_error();
}
