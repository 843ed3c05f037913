// expect: UNKNOWN(the compiled program does not confirm it) --property no-overflow
// expect: UNKNOWN(the compiled program does not confirm it) --property div-by-zero
// What does not fit is undefined in div() as in an expression; the compiled program ends by a signal.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) { return div(__VERIFIER_nondet_int(), __VERIFIER_nondet_int()).quot; }
