// expect: UNKNOWN(approximated library function)
#include <assert.h>
#include <stdlib.h>
int main(void) { assert(strtod("2.5", 0) == 2.5); } /* holds, but strtod is not computed: no violation either */
