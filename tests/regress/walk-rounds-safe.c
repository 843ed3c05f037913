// expect: TRUE --engine values
/* Rounds of three steps, each with an input of its own; a value is agreed on. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int v0 = 0, v1 = 0, v2 = 0, agreed = 0;
int main(void) {
    for (;;) {
        int first = __VERIFIER_nondet_int(), second = __VERIFIER_nondet_int(), third = __VERIFIER_nondet_int();
        if (agreed < 2) {
            v0 = first == 21, v1 = second == 22, v2 = third == 23;
            if (v0 + v1 + v2 == 3) agreed++;
            else agreed = 0;
        } else if (first == 30 && agreed < 5) agreed++;
        else agreed = 2;
        for (int i = 0; i < 2; i++)
            if (agreed > 4 && second != 31) agreed = 2;
        if (agreed == 6) reach_error();
    }
}
