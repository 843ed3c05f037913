// expect: FALSE(bounds) --property bounds
// Eleven characters and a NUL is what an int may need.
#include <stdio.h>
int __VERIFIER_nondet_int(void);
int main(void) {
    char b[11];
    sprintf(b, "%d", __VERIFIER_nondet_int());
    return 0;
}
