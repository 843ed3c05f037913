// expect: UNKNOWN(approximated library function)
#include <unistd.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    int ends[2];
    char c;
    if (pipe(ends) || write(ends[1], "x", 1) != 1) return 0;
    if (read(ends[0], &c, 1) == 1 && c != 'x') reach_error();
}
