// expect: TRUE
/* The other way round: a narrower type than the name says. */
extern unsigned char __VERIFIER_nondet_int(void);
extern signed char __VERIFIER_nondet_ulong(void);
extern void reach_error(void);
int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_ulong();
    if (a < 0 || a > 255 || b < -128 || b > 127) reach_error();
    return 0;
}
