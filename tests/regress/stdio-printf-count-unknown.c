// expect: UNKNOWN(printf may store by %n)
// A format that is chosen when the program runs, and whose result nobody looks at, is not read.
#include <stdio.h>
extern void reach_error(void);
int __VERIFIER_nondet_int(void);
int main(void) {
    int n = 0;
    printf(__VERIFIER_nondet_int() ? "%n" : "ab%n", &n);
    if (n == 3) reach_error();
}
