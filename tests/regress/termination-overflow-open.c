// expect: UNKNOWN(no measure of the loops was found) --property termination --timeout 60
// Only an overflow would end it, and that is undefined.
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int(), c = __VERIFIER_nondet_int();
    if (x < -255 || x > 255 || c < -255 || c >= 0) return 0;
    while (x + c >= 0) {
        x = x - c;
        c = c - 1;
    }
    return 0;
}
