// expect: FALSE(valid-deref) --property valid-memsafety
// expect: TRUE --property valid-memsafety -- -DFIXED
/* On one way the pointer is never set. */
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int x = 1, *p;
#ifdef FIXED
    p = &x;
#endif
    if (__VERIFIER_nondet_int()) p = &x;
    return *p;
}
