// expect: FALSE(unreach-call)
#include <ctype.h>
void reach_error(void) {}
unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned char c = __VERIFIER_nondet_uchar();
    if (isxdigit(c) && !isdigit(c) && !islower(c) && c != 'A') reach_error();
}
