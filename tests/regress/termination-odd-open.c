// expect: UNKNOWN(...) --property termination --timeout 10
// From an odd number on only an overflow ends it: neither a proof nor a run that never ends.
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int n = __VERIFIER_nondet_int();
    while (n != 0) n -= 2;
    return 0;
}
