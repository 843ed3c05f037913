// expect: UNKNOWN(approximated library function)
/* The same seed gives the same numbers. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    srand(5);
    int first = rand();
    srand(5);
    if (rand() != first) reach_error();
}
