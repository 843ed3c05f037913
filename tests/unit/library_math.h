/* The models of math.h against the host's library, on random and special arguments, for one
 * floating type. The including file defines real, BITS, FRACTION, BIAS, PI_UP, HOST(f) and
 * BUILTIN(f).
 *
 * A bounded function asks OVER() for its value: here it gets the host's, so a bound that is too
 * tight blocks and fails. */
#include <fenv.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/random.h"

enum { LEAST = 1 - BIAS, ROUNDS = 200000 };
#define NAME(f) model_##f
#define OVER over
#define __cinch_over_int over_int
#define __cinch_open_int open_int
#define __builtin_flt_rounds rounds_now
#define __cinch_assume assume

static real truth;
static int true_int;
static int over_int(void) { return true_int; }
static int open_int(void) { return 1; }
static bool blocked;
static int rounds_now(void) { /* as FLT_ROUNDS numbers them */
    int mode = fegetround();
    return mode == FE_TONEAREST ? 1 : mode == FE_UPWARD ? 2 : mode == FE_DOWNWARD ? 3 : 0;
}
static real over(void) { return truth; }
static void assume(int holds) { blocked |= !holds; }
#include "../../lib/math.real"
#undef __cinch_assume

static BITS raw(real x) {
    BITS b;
    memcpy(&b, &x, sizeof b);
    return b;
}

static real special[] = {0, -0.0, 1, -1, 0.5, -0.5, 1.5, 2.5, 3, 1e30, -1e30, 2, 10, 100.25};

static real draw(rng *r) {
    real x;
    BITS b;
    switch (random_below(r, 6)) {
    case 0: return special[random_below(r, sizeof special / sizeof *special)];
    case 1: return (real)(int32_t)random_u64(r) / 65536;
    case 2: return (real)(int32_t)random_below(r, 64) - 32;
    case 3: /* near a power of two, subnormals, infinities */
        b = (BITS)random_below(r, 2 * BIAS + 2) << FRACTION;
        b += (BITS)(int32_t)(random_below(r, 5) - 2);
        break;
    case 4: b = (BITS)random_below(r, 1000); break;
    default: b = (BITS)random_u64(r);
    }
    memcpy(&x, &b, sizeof x);
    return x;
}

static bool agrees(real a, real b) { return (a != a && b != b) || raw(a) == raw(b); }

static void expect(const char *name, real x, real y, real model, real host) {
    if (!blocked && agrees(model, host)) return;
    fail_msg("%s(%a, %a): model %a%s, host %a", name, (double)x, (double)y, (double)model,
             blocked ? " (blocked)" : "", (double)host);
}

#define ONE(f)                                                                                     \
    do {                                                                                           \
        truth = HOST(f)(x);                                                                        \
        blocked = false;                                                                           \
        expect(#f, x, 0, model_##f(x), truth);                                                     \
    } while (0)
#define TWO(f)                                                                                     \
    do {                                                                                           \
        truth = HOST(f)(x, y);                                                                     \
        blocked = false;                                                                           \
        expect(#f, x, y, model_##f(x, y), truth);                                                  \
    } while (0)

static void exact_one(real x) {
    ONE(fabs);
    ONE(floor);
    ONE(ceil);
    ONE(trunc);
    ONE(rint);
    ONE(nearbyint);
    ONE(round);
    ONE(sqrt);
    ONE(logb);
    assert_int_equal(model_isnan(x), isnan(x) != 0);
    assert_int_equal(model_isinf(x), isinf(x) ? (x < 0 ? -1 : 1) : 0);
    assert_int_equal(model___fpclassify(x), fpclassify(x));
    assert_int_equal(model___signbit(x) != 0, signbit(x) != 0);
    assert_int_equal(model_finite(x), isfinite(x) != 0);
    assert_int_equal(model_ilogb(x), HOST(ilogb)(x));
    if (HOST(fabs)(x) < (real)1e9) {
        assert_int_equal(model_lrint(x), HOST(lrint)(x));
        assert_int_equal(model_llround(x), HOST(llround)(x));
    }
}

static void exact_two(real x, real y) {
    TWO(copysign);
    TWO(fmod);
    TWO(fdim);
    TWO(nextafter);
}

static void exact_parts(real x, int n) {
    int e = 0, f = 0;
    real whole, other;
    real m = model_frexp(x, &e), h = HOST(frexp)(x, &f);
    expect("frexp", x, 0, m, h);
    if (isfinite(x)) assert_int_equal(e, f);
    expect("ldexp", x, (real)n, model_ldexp(x, n), HOST(ldexp)(x, n));
    m = model_modf(x, &whole), h = HOST(modf)(x, &other);
    expect("modf", x, 0, m, h);
    expect("modf's whole part", x, 0, whole, other);
}

static void bounded(real x, real y) {
    ONE(sin);
    ONE(cos);
    ONE(tan);
    ONE(asin);
    ONE(acos);
    ONE(atan);
    ONE(sinh);
    ONE(cosh);
    ONE(tanh);
    ONE(asinh);
    ONE(acosh);
    ONE(atanh);
    ONE(exp);
    ONE(exp2);
    ONE(expm1);
    ONE(log);
    ONE(log2);
    ONE(log10);
    ONE(log1p);
    ONE(cbrt);
    ONE(erf);
    ONE(erfc);
    TWO(atan2);
    TWO(pow);
    TWO(hypot);
    real r = model_remainder(x, y), host = HOST(remainder)(x, y); /* exact */
    blocked = false;
    if (r != 0 || host != 0)
        expect("remainder", x, y, r, host); /* glibc gets the sign of 0 wrong */
    if (r == 0) assert_int_equal(signbit(r) != 0, signbit(x) != 0);
    int quotient;
    HOST(remquo)(x, y, &true_int);
    if (isfinite(x) && y != 0 && y == y)
        model_remquo(x, y, &quotient); /* elsewhere the quotient is unspecified */
    if (blocked)
        fail_msg("remquo(%a, %a): the host's quotient %d is excluded", (double)x, (double)y,
                 true_int);
}

/* Exact functions are exact in every rounding mode; bounds are promised for the default one. */
static void test_against_host(void **state) {
    static const int modes[] = {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
    rng r = {20240601};
    (void)state;
    for (int i = 0; i < ROUNDS; i++) {
        real x = draw(&r), y = draw(&r);
        int n = (int)random_below(&r, 8 * BIAS) - 4 * BIAS;
        fesetround(modes[i % 4]);
        exact_one(x);
        exact_two(x, y);
        exact_parts(x, i % 2 ? n : n % 64);
        fesetround(FE_TONEAREST);
        bounded(x, y);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_against_host)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
