// expect: UNKNOWN(not run natively: no violation was confirmed) --engine native
// The compiled program reaches the error by writing outside an array (2 is no square modulo 256), in a run that is too long to be
// replayed: this is no violation of unreach-call, since the automaton has no such runs.
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
unsigned char first[4], second[4], third[4];
void set(unsigned char *a, int i) { a[i] = 2; }
int main(void) {
    volatile unsigned sum = 0;
    unsigned char x = __VERIFIER_nondet_uchar();
    for (int i = 0; i < 1000000; i++) sum += 1;
    for (int i = 0; i < 4; i++) first[i] = third[i] = (unsigned char)(x * x);
    set(second, __VERIFIER_nondet_uchar() % 64 - 32);
    for (int i = 0; i < 4; i++)
        if (first[i] == 2 || third[i] == 2) reach_error();
    return 0;
}
