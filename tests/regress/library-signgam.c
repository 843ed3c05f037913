// expect: FALSE(unreach-call)
/* lgamma writes signgam. */
#define _GNU_SOURCE
#include <math.h>
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
    signgam = 0;
    double r = lgamma(-0.5 + __VERIFIER_nondet_uchar());
    if (r == r && signgam) reach_error();
}
