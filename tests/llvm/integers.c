#include "check.h"
typedef unsigned char u8;
struct bits { unsigned a : 3; int b : 5; unsigned long long c : 40; };
static inline int twice(int x) { return 2 * x; }
inline int thrice(int x) { return 3 * x; }
int main(void) {
    unsigned u = 0; u--; check(u == 4294967295u);
    int m = -2147483647 - 1; check(m < 0); check((unsigned)m == 0x80000000u);
    check(-7 / 2 == -3); check(-7 % 2 == -1); check(7u / 2u == 3u);
    int s = -16; check(s >> 2 == -4); check((unsigned)s >> 28 == 15u); check(1 << 5 == 32);
    u8 c = 250; c += 10; check(c == 4);
    signed char sc = (signed char)200; check(sc == -56);
    short h = (short)40000; check(h == -25536);
    long long big = 1; for (int i = 0; i < 40; i++) big *= 2; check(big == 1099511627776LL);
    struct bits b = {0}; b.a = 9; b.b = -3; b.c = 0xffffffffffffffULL;
    check(b.a == 1); check(b.b == -3); check(b.c == 0xffffffffffULL);
    _Bool t = 5; check(t == 1); t = 0; check(!t);
    int x = 3, y = x++ + ++x; check(x == 5); check(y == 8);
    int z = (x > 4 && y < 9) || x / 1 == 0; check(z == 1);
    check((x == 5 ? y : z) == 8);
    switch (x) { case 1: check(0); case 5: y = 1; case 6: y += 2; break; default: y = 100; } check(y == 3);
    int n = 0; do { n++; if (n == 3) continue; if (n > 6) break; } while (n < 10); check(n == 7);
    check(__builtin_popcount(0xf0f0) == 8); check(__builtin_clz(1) == 31); check(__builtin_ctz(8) == 3);
    check(__builtin_bswap32(0x01020304) == 0x04030201);
    int r; check(__builtin_add_overflow(2147483647, 1, &r)); check(r == m);
    check(!__builtin_mul_overflow(3, 4, &r)); check(r == 12);
    check(twice(4) == 8); check(thrice(4) == 12);
    goto skip; check(0);
skip:;
    void *go[] = {&&one, &&two}; goto *go[1];
one: check(0);
two:;
    DONE();
}
