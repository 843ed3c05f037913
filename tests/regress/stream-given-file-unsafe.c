// expect: FALSE(unreach-call)
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    FILE *f = fopen("x", "r");
    if (f && fgetc(f) == 'a') reach_error();
}
