// expect: TRUE
#include <assert.h>
#undef toupper
int toupper(int);
int tolower(int);
int isalpha(int);
signed char __VERIFIER_nondet_char(void);

int main(void) {
    signed char c = __VERIFIER_nondet_char();
    if (c < -1) assert(toupper(c) == c + 256 && tolower(c) == c + 256 && !isalpha(c));
    assert(toupper(-1) == -1 && toupper(1000) == 1000);
    return 0;
}
