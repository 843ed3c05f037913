// expect: FALSE(unreach-call)
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    int c = getchar();
    if (c == EOF && feof(stdin)) reach_error();
}
