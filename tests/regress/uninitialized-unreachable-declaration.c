// expect: FALSE(uninitialized) --property uninitialized
// expect: TRUE --property uninitialized -- -DSAFE
// The declaration is where no run comes; the variable is there all the same.
extern int __VERIFIER_nondet_int(void);
int main(void) {
    switch (__VERIFIER_nondet_int()) {
        int x;
    case 1:
        x = 2;
#ifdef SAFE
        return x;
#endif
    case 2:
#ifdef SAFE
        x = 2;
#endif
        if (x == 2) return 1;
    }
    return 0;
}
