// expect: TRUE
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned n = __VERIFIER_nondet_uint(), x = __VERIFIER_nondet_uint();
    if (n >= 32) return 0;
    if (((x >> n) << n) > x) reach_error();
    int m = -8;
    if (m >> 1 != -4) reach_error();
}
