// expect: UNKNOWN(approximated library function)
#include <assert.h>
#include <math.h>
int main(void) { assert(tgamma(5.0) == 24.0); } /* holds, but tgamma is not computed: no violation either */
