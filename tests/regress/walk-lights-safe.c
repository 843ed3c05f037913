// expect: TRUE --engine values
/* Traffic lights of two roads with a timer. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int ns = 2, ew = 0, timer = 0;
int main(void) {
    for (;;) {
        int car = __VERIFIER_nondet_int();
        timer++;
        if (ns == 2 && timer >= 5 && car == 77) ns = 1, timer = 0;
        else if (ns == 1 && timer >= 2) ns = 0, timer = 0;
        else if (ns == 0 && ew == 0 && timer == 3) ew = 2, timer = 0;
        else if (ew == 2 && timer >= 6) ew = 1, timer = 0;
        else if (ew == 1 && timer == 2) ew = 0, ns = 2, timer = 0;
        if (timer > 20) timer = 20;
        if (ns && ew) reach_error();
    }
}
