// expect: TRUE --engine icpic3
// A counter that saturates and a debounced switch over it.
extern int __VERIFIER_nondet_int(void);
void reach_error(void);

int main(void) {
    short count = 0;
    unsigned char on = 0;
    while (1) {
        if (__VERIFIER_nondet_int()) count = count < 1000 ? count + 7 : 1000;
        else count = count > 0 ? count - 3 : 0;
        if (count > 900) on = 1;
        if (count < 100) on = 0;
        if (count > 1006 || count < -2 || on > 1) reach_error();
    }
}
