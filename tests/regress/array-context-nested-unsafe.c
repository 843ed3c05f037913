// expect: UNKNOWN(...) --engine cells --timeout 4
// What an inner loop assigns, the outer one does, too: the sum of both passes the bound.
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned a[64], n = __VERIFIER_nondet_uint(), sum = 0;
    for (unsigned i = 0; i < 64; i++) a[i] = i;
    for (unsigned i = 0; i < n; i++)
        for (unsigned k = 0; k < 3; k++)
            if (a[k] < 3) sum++;
    if (sum == 9) reach_error();
}
