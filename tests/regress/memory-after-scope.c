// expect: FALSE(valid-deref) --property valid-memsafety
// expect: TRUE --property valid-memsafety -- -DFIXED
/* A pointer outlives the block of its variable. */
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int *p, zero = 0;
    p = &zero;
    if (__VERIFIER_nondet_int()) {
        int inner = 1;
        p = &inner;
#ifdef FIXED
        return *p;
#endif
    }
    return *p;
}
