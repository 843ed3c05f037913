// expect: TRUE --engine ctigar
// expect: TRUE --engine ctigar --ctigar CCE
// expect: TRUE --engine ctigar --ctigar LCL
// expect: TRUE --engine ctigar --ctigar LCE
// expect: TRUE --engine ic3ia --no-ia-seed --refine core
// expect: TRUE --engine ic3ia --no-ia-seed --refine wp
// expect: TRUE --engine ic3ia --no-ia-seed --refine interpolation
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint(), x = 0, y = 0;
    if (n > 1000) return 0;
    while (x < n) {
        x++;
        y = x;
    }
    if (y > 1000) reach_error();
    return 0;
}
