// expect: UNKNOWN(no linear equations suffice) --engine sums
/* As sums_window.c, but the error can be reached: the equations hold and do not exclude it. */
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
        if (sum > 399) reach_error();
    }
}
