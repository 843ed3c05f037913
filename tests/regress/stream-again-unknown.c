// expect: UNKNOWN(approximated library function)
/* The same file holds the same characters. */
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    FILE *f = fopen("x", "r"), *again = fopen("x", "r");
    if (f && again && fgetc(f) != fgetc(again)) reach_error();
}
