// expect: FALSE(unreach-call) --engine native
// Five right inputs in a row: no run finds them at once, coverage keeps each step.
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
    if (__VERIFIER_nondet_uchar() == 17 * 3)
        if (__VERIFIER_nondet_uchar() == 201)
            if (__VERIFIER_nondet_uchar() == 77)
                if (__VERIFIER_nondet_uchar() == 5)
                    if (__VERIFIER_nondet_uchar() == 140) reach_error();
    return 0;
}
