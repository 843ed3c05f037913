// expect: UNKNOWN(approximated library function)
// The digits of a float are not computed: neither proof nor violation.
#include <assert.h>
#include <stdio.h>
int main(void) {
    char b[64];
    assert(sprintf(b, "%.2f", 2.5) == 4);
    return 0;
}
