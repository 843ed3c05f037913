// expect: UNKNOWN(approximated library function)
/* What comes back from a file that the program wrote is no input. */
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    FILE *f = fopen("x", "w+");
    if (!f || fputc('a', f) != 'a') return 0;
    rewind(f);
    int c = fgetc(f);
    if (c != 'a' && c != EOF) reach_error();
}
