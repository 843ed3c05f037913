// expect: TRUE --property termination
// Lexicographic: y begins anew where x decreases; an inner loop counts up.
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    while (x > 0 && y > 0) {
        if (__VERIFIER_nondet_int()) x--, y = __VERIFIER_nondet_int();
        else y--;
        for (int i = 0; i < 10; i++) {}
    }
    return 0;
}
