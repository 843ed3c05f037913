// expect: TRUE
/* The end of a file stays, and feof says so. */
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    int c = getchar();
    if (c == EOF && !feof(stdin) && !ferror(stdin)) reach_error();
    if (feof(stdin) && getchar() != EOF) reach_error();
    clearerr(stdin);
    if (feof(stdin)) reach_error();
}
