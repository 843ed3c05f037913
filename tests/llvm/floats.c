#include "check.h"
union word { double d; unsigned long long u; struct { unsigned lo, hi; } w; };
static int high(double d) { union word x; x.d = d; return (int)x.w.hi; }
int main(void) {
    float f = 0.1f; double d = 0.1; check(f != d); check((float)d == f);
    check(0.1 + 0.2 != 0.3); check(1.0 / 3.0 * 3.0 == 1.0);
    double zero = 0.0, inf = 1.0 / zero, nan = inf - inf; check(nan != nan); check(inf > 1e308); check(-inf < 0);
    check(high(1.0) == 0x3ff00000); check(high(-zero) == (int)0x80000000); check(-zero == zero);
    union word w; w.u = 0x7ff8000000000001ULL; double payload = w.d; union word c; c.d = payload; check(c.u == 0x7ff8000000000001ULL);
    w.d = -payload; check(w.u == 0xfff8000000000001ULL);
    check((int)2.9 == 2); check((int)-2.9 == -2); check((unsigned)3e9 == 3000000000u); check((float)16777217 == 16777216.0f);
    check(__builtin_isnan(nan) && !__builtin_isnan(d) && __builtin_isinf(inf)); check(__builtin_signbit(-1.0) && !__builtin_signbit(1.0));
    check(__builtin_fabs(-2.5) == 2.5); check(__builtin_floor(-2.5) == -3.0); check(__builtin_copysign(3.0, -0.0) == -3.0);
    long double l = 1.0L; l += 1e-18L; check(l > 1.0L); check((double)l == 1.0);
    check(1e-310 > 0.0); float tiny = 1e-38f; tiny /= 1000.0f; check(tiny > 0.0f); tiny /= 1e10f; check(tiny == 0.0f);
    float a[40]; for (int i = 0; i < 40; i++) a[i] = i * 0.5f; float s = 0; for (int i = 0; i < 40; i++) s += a[i]; check(s == 390.0f);
    double x = 2.0; for (int i = 0; i < 6; i++) x = 0.5 * (x + 2.0 / x); check(x * x > 1.9999999 && x * x < 2.0000001);
    DONE();
}
