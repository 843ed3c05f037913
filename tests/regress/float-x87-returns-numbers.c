// expect: TRUE --data-model ILP32
#include <string.h>
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
static float same(float x) { return x; }
int main(void) {
    unsigned bits = __VERIFIER_nondet_uint(), after;
    float f;
    memcpy(&f, &bits, 4);
    f = same(f);
    memcpy(&after, &f, 4);
    if (after != bits && (bits & 0x7fc00000) != 0x7f800000) reach_error();
}
