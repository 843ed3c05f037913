// expect: TRUE --engine cells
// A loop that clears eight bytes a round: those below the next round's first are zero.
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);

int main(void) {
    _Alignas(8) unsigned char bytes[160], words[160];
    unsigned size = __VERIFIER_nondet_uint();
    unsigned long k = __VERIFIER_nondet_uint(), l = __VERIFIER_nondet_uint();
    if (size >= 160 || size % 8) return 0;
    for (unsigned long i = 0; i < size; i++) bytes[i] = 0;
    for (unsigned long i = 0; i < size / 8; i++) ((unsigned long *)words)[i] = 0;
    if (k < size && bytes[k] != words[k]) reach_error();
    if (l < size && words[l]) reach_error();
    return 0;
}
