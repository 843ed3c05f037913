// expect: UNKNOWN(approximated library function)
// So many digits are not computed, only bounded.
#include <assert.h>
#include <stdlib.h>

int main(void) {
    assert(strtod("0.3333333333333333333333333", 0) < 0.5);
    return 0;
}
