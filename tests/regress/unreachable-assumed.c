// expect: TRUE
// expect: TRUE -- -DRETURNS
// Code that is marked as unreachable ends a run, as the report says that it assumes: the compiled
// program that the proof is compared with ends there, too.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

__attribute__((noreturn)) static void ends(int x) {
    if (x != 2) exit(0);
}

int main(void) {
    int x = __VERIFIER_nondet_int();
    switch (x) {
    case 1: return 0;
#ifdef RETURNS
    case 2: ends(x);
#else
    case 2: __builtin_unreachable();
#endif
    }
    if (x == 2) reach_error();
    return 0;
}
