// expect: TRUE
#include <stdlib.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x == 3) exit(1);
    if (x == 4) abort();
    if (x == 3 || x == 4) reach_error();
}
