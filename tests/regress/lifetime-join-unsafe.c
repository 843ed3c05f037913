// expect: FALSE(valid-deref) --property valid-memsafety
// The pointer is kept into the next round, where the block has a new local.
extern _Bool __VERIFIER_nondet_bool(void);
int main(void) {
    int *q = 0, s = 0;
    for (int k = 0; k < 3; k++) {
        int i = k;
        if (__VERIFIER_nondet_bool()) continue;
        else if (__VERIFIER_nondet_bool()) { if (q) s ^= *q; }
        q = &i;
    }
    return s;
}
