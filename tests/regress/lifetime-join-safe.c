// expect: TRUE --property valid-memsafety
// Blocks without a place of their own, where branches join, enter nothing: the local is still alive.
extern _Bool __VERIFIER_nondet_bool(void);
static int stays(void) {
    int *q = 0, s = 0;
    for (int k = 0; k < 2; k++) {
        int i = k;
        q = 0;
        if (__VERIFIER_nondet_bool()) continue;
        else if (__VERIFIER_nondet_bool()) q = &i;
        if (q) s ^= *q;
    }
    return s;
}
static int whole_loop(void) {
    int *q = 0, s = 0;
    for (int i = 0; i < 3; i++) {
        if (__VERIFIER_nondet_bool()) break;
        else if (__VERIFIER_nondet_bool()) q = &i;
        if (q) s ^= *q;
    }
    return s;
}
int main(void) { return stays() ^ whole_loop(); }
