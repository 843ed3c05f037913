// expect: TRUE --engine sums
/* The sum over a window is that of its elements: no bound of any variable alone says so. */
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);

int main(void) {
    unsigned char window[4] = {0, 0, 0, 0}, at = 0;
    unsigned short sum = 0;
    for (;;) {
        unsigned char x = __VERIFIER_nondet_uchar();
        if (x > 100) x = 100;
        sum = (unsigned short)(sum - window[at] + x);
        window[at] = x;
        at++;
        if (at >= 4) at = 0;
        if (sum > 400) reach_error();
    }
}
