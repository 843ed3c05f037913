// expect: TRUE --property no-overflow,div-by-zero
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int by = __VERIFIER_nondet_int();
    return by > 0 ? div(__VERIFIER_nondet_int(), by).quot : abs(by + 1);
}
