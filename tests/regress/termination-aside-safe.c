// expect: TRUE --property termination
// Loops that are entered beside their heads.
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int n = __VERIFIER_nondet_int(), i = __VERIFIER_nondet_int();
    if (n <= 0 || n > 1000) return 0;
    int k = (n + 3) / 4;
    switch (n % 4) {
    case 0:
        do {
            n--;
        case 3: n--;
        case 2: n--;
        case 1: n--;
        } while (--k > 0);
    }
    unsigned j = __VERIFIER_nondet_int();
    if (i) goto middle;
top:
    if (j == 0) return 0;
    j--;
middle:
    if (j % 3) goto top;
    j /= 2;
    if (j) goto top;
    return 0;
}
