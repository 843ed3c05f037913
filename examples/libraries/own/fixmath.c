/* Fixed point, 16.16: sums that saturate, products that are rounded. */
#include "harness.h"

typedef int32_t fix;
static const fix most = 0x7fffffff, least = (fix)0x80000000;

static fix sadd(fix a, fix b) {
    uint32_t x = (uint32_t)a, y = (uint32_t)b, sum = x + y;
    if (!((x ^ y) & 0x80000000u) && (x ^ sum) & 0x80000000u) return a > 0 ? most : least;
    return (fix)sum;
}

static fix smul(fix a, fix b) {
    int64_t p = (int64_t)a * b;
    p = (p >> 16) + (p >> 15 & 1);
    if (p > most) return most;
    return p < least ? least : (fix)p;
}

static fix sdiv(fix a, fix b) {
#ifdef BUG
    if (!b) return a >= 0 ? most : least;
    return (fix)((uint32_t)a << 1) / b;
#else
    if (!b) return a >= 0 ? most : least;
    int64_t q = (int64_t)a * 65536 / b;
    if (q > most) return most;
    return q < least ? least : (fix)q;
#endif
}

int main(void) {
    fix a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    fix s = sadd(a, b);
    if (a > 0 && b > 0) assert(s >= a && s >= b);
    if (a < 0 && b < 0) assert(s <= a && s <= b);
    smul(a, b);
    sdiv(a, b);
    return 0;
}
