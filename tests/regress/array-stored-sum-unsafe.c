// expect: FALSE(unreach-call) --engine bmc --data-model ILP32
// What is stored was computed from two reads: a model that knows only one of them shows a violation before the real one.
extern unsigned __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    int a[n], b[n], c[n];
    for (unsigned i = 0; i < n; i++) {
        a[i] = __VERIFIER_nondet_int();
        if (a[i] > 1000000) return 0;
    }
    for (unsigned i = 0; i < n; i++) {
        b[i] = __VERIFIER_nondet_int();
        if (b[i] > 1000000) return 0;
    }
    for (unsigned i = 0; i < n; i++) c[i] = a[i] + b[i];
    for (unsigned i = 0; i < n; i++)
        if (c[i] != a[i] + b[i] || (i == 2 && c[i] == 77)) reach_error();
    return 0;
}
