// expect: FALSE(precondition) --property undefined
// expect: TRUE --property undefined -DCAST
// A plain char may be negative.
#include <ctype.h>
extern char __VERIFIER_nondet_char(void);
int main(void) {
    char c = __VERIFIER_nondet_char();
#ifdef CAST
    return isalpha((unsigned char)c) != 0;
#else
    return isalpha(c) != 0;
#endif
}
