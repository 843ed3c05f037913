// expect: FALSE(unreach-call) --data-model ILP32
/* A float is returned in an x87 register, which quiets a signalling NaN. */
#include <string.h>
extern void reach_error(void);
static float same(float x) { return x; }
int main(void) {
    unsigned bits = 0x7fa00000, after;
    float f;
    memcpy(&f, &bits, 4);
    f = same(f);
    memcpy(&after, &f, 4);
    if (after != bits) reach_error();
}
