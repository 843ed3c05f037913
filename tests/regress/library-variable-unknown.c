// expect: UNKNOWN(approximated library function)
/* Variables of the C library are not those of another file, which could hold anything. */
#include <unistd.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    if (optind != 1) reach_error();
}
