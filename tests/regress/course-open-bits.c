// expect: TRUE
/* Bits that nobody set are read and copied, but decide nothing. */
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
struct parts { unsigned low : 5, middle : 9, high : 18; };
int main(void) {
    struct parts p, q[40];
    unsigned i, sum = 0;
    p.middle = 300;
    for (i = 0; i < 40; i++) q[i] = p, q[i].low = i;
    q[7].high = (unsigned)__VERIFIER_nondet_int();
    for (i = 0; i < 40; i++) sum += q[i].low * q[i].middle;
    if (sum & 1) reach_error();
    return 0;
}
