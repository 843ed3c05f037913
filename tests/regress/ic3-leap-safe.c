// expect: TRUE --engine ic3cfa
/* As the unsafe one, but x stays even. */
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    if (x > 10 || x % 2) return 0;
    while (x < 1000000) x += 2;
    if (x == 1000001) reach_error();
    return 0;
}
