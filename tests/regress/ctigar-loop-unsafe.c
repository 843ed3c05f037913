// expect: FALSE(unreach-call) --engine ctigar
// expect: FALSE(unreach-call) --engine ctigar --ctigar LCE
// expect: FALSE(unreach-call) --engine ic3ia --no-ia-seed --refine core
// expect: FALSE(unreach-call) --engine ic3ia --no-ia-seed --refine wp
// expect: FALSE(unreach-call) --engine ic3ia --no-ia-seed --refine interpolation
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint(), x = 0;
    if (n > 4) return 0;
    while (x < n) x++;
    if (x == 4) reach_error();
    return 0;
}
