// expect: TRUE total=11 covered=9 justified=2 unreachable=0 open=0
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int() & 3;
    switch (x) {
    case 0: return 1;
    case 1: return 2;
    case 2: case 3: return 3;
    default: return -1; /* cinch justified: defensive, required by the coding rules */
    }
}
