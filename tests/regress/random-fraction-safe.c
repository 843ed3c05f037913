// expect: TRUE
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    double x = drand48();
    if (x < 0 || x >= 1) reach_error();
}
