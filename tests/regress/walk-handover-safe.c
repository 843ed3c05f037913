// expect: TRUE --engine values
/* Two machines that hand a token to each other; both never have it. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int a = 1, b = 0, wire = 0, rounds = 0;
int main(void) {
    for (;;) {
        switch (__VERIFIER_nondet_int()) {
        case 10:
            if (a && !wire) a = 0, wire = 1;
            break;
        case 11:
            if (wire == 1) wire = 0, b = 1, rounds++;
            break;
        case 12:
            if (b && !wire) b = 0, wire = 2;
            break;
        case 13:
            if (wire == 2) wire = 0, a = 1;
            break;
        case 14:
            if (rounds == 7) rounds = 0;
            break;
        case 15:
            if (a && rounds == 6) a = 1;
            break;
        default: break;
        }
        if (rounds > 7) rounds = 7;
        if (a && b) reach_error();
    }
}
