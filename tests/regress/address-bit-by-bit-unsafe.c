// expect: FALSE(unreach-call)
// An address comes back by the values of its bits.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = 1;
    unsigned long u = (unsigned long)&x, v = 0;
    for (int i = 0; i < 64; i++)
        if (u >> i & 1) v |= 1ul << i;
    if (__VERIFIER_nondet_int() == 5) {
        *(int *)v = 4;
        if (x != 1) reach_error();
    }
}
