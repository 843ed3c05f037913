// expect: TRUE --engine values
/* Three tasks that a scheduler starts in turn; one runs. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int s0 = 0, s1 = 0, s2 = 0, turn = 0;
int main(void) {
    for (;;) {
        int e = __VERIFIER_nondet_int();
        if (turn == 0 && e == 5 && !s1 && !s2) s0 = 1;
        if (turn == 1 && e == 6 && !s0 && !s2) s1 = 1;
        if (turn == 2 && e == 7 && !s0 && !s1) s2 = 1;
        if (e == 8) {
            if (s0) s0 = 0, turn = 1;
            else if (s1) s1 = 0, turn = 2;
            else if (s2) s2 = 0, turn = 0;
        }
        if (s0 + s1 + s2 > 1) reach_error();
    }
}
