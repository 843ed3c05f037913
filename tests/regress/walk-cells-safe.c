// expect: TRUE --engine values
/* Modes that depend on the range in which a number lies; the images of the ranges are ranges. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int w = 50, mode = 2;
int main(void) {
    for (;;) {
        int in = __VERIFIER_nondet_int();
        if (in != 1 && in != 2 && in != 3 && in != 4) return 0;
        if (mode == 2 && w > 37 && w <= 306 && in == 3) {
            w = w % 70 - 130;
            mode = 5;
        } else if (mode == 5 && w <= -57 && in == 1) {
            w = w / 5 % 13 + 400;
        } else if (mode == 5 && w > 306 && in == 4) {
            w = (w - 390) % 20 - 10;
            mode = 7;
        } else if (mode == 7 && w > -57 && w <= 37 && in == 2) {
            w = w % 9 + 60;
            mode = 8;
        } else if (mode == 8 && in == 2) {
            w = w % 100 + 150;
            mode = 9;
        } else if (mode == 9 && w > 306) {
            reach_error();
        }
    }
}
