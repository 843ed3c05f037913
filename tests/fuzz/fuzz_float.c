/* Float operations of the evaluator against two references: MPFR (all formats and modes) and the
 * processor (binary32 and binary64, the four modes it has). Special values and neighbours are
 * favoured. Usage: fuzz_float [OPERATIONS [SEED]] */
#include "fuzz/random_term.h"
#include "term/value_internal.h"

#include <fenv.h>
#include <math.h>
#include <mpfr.h>
#include <stdlib.h>

typedef struct {
    uint32_t eb, sb;
} format;
static const format formats[] = {{5, 11},   {8, 24}, {11, 53}, {15, 64},
                                 {15, 113}, {3, 4},  {2, 2},   {4, 9}};
enum { FORMATS = sizeof formats / sizeof *formats };

typedef struct {
    forest f; /* for its random bits */
    terms *t;
    values *v;
    uint64_t machine, mpfr, failures;
} lab;

typedef struct {
    enum op op;
    format in, out;
    enum rounding rm;
    mpz_t x[3];
    uint32_t n, width;
    mpq_t q;
} test;

/* ---- reference: MPFR ---- */

static void load(mpfr_t r, format f, const mpz_t bits) {
    mpz_t m, e;
    mpz_inits(m, e, NULL);
    mpz_fdiv_r_2exp(m, bits, f.sb - 1);
    mpz_fdiv_q_2exp(e, bits, f.sb - 1);
    mpz_fdiv_r_2exp(e, e, f.eb);
    long biased = mpz_get_si(e), bias = (1l << (f.eb - 1)) - 1;
    int sign = mpz_tstbit(bits, f.eb + f.sb - 1) ? -1 : 1;
    if (biased == (1l << f.eb) - 1) {
        if (mpz_sgn(m)) mpfr_set_nan(r);
        else mpfr_set_inf(r, sign);
    } else if (!biased && !mpz_sgn(m)) mpfr_set_zero(r, sign);
    else {
        if (biased) mpz_setbit(m, f.sb - 1);
        mpfr_set_z_2exp(r, m, (biased ? biased - bias : 1 - bias) - (long)(f.sb - 1), MPFR_RNDN);
        if (sign < 0) mpfr_neg(r, r, MPFR_RNDN);
    }
    mpz_clears(m, e, NULL);
}

static void rint_mode(mpfr_t r, enum rounding rm) {
    switch (rm) {
    case RNE: mpfr_rint(r, r, MPFR_RNDN); return;
    case RNA: mpfr_round(r, r); return;
    case RTP: mpfr_ceil(r, r); return;
    case RTN: mpfr_floor(r, r); return;
    case RTZ: mpfr_trunc(r, r); return;
    }
}

static void special_bits(format f, bool nan, int sign, mpz_t out) {
    mpz_set_ui(out, (1ul << f.eb) - 1);
    mpz_mul_2exp(out, out, f.sb - 1);
    if (nan) mpz_setbit(out, f.sb - 2);
    else if (sign < 0) mpz_setbit(out, f.eb + f.sb - 1);
}

/* Round r to the format and encode it. r may be changed. */
static void store(mpfr_t r, format f, enum rounding rm, mpz_t out) {
    int negative = mpfr_signbit(r);
    if (mpfr_nan_p(r)) return special_bits(f, true, 1, out);
    if (mpfr_inf_p(r)) return special_bits(f, false, negative ? -1 : 1, out);
    mpz_set_ui(out, 0);
    long bias = (1l << (f.eb - 1)) - 1, q = 0;
    if (!mpfr_zero_p(r)) {
        q = mpfr_get_exp(r) - (long)f.sb;
        if (q < 2 - bias - (long)f.sb) q = 2 - bias - (long)f.sb;
        mpfr_mul_2si(r, r, -q, MPFR_RNDN);
        rint_mode(r, rm);
        mpfr_get_z(out, r, MPFR_RNDN);
        mpz_abs(out, out);
    }
    if (mpz_sizeinbase(out, 2) > f.sb) mpz_fdiv_q_2exp(out, out, 1), q++;
    if (mpz_sgn(out) && mpz_sizeinbase(out, 2) == f.sb) {
        long e = q + (long)f.sb - 1 + bias;
        if (e > 2 * bias) {
            bool largest = rm == RTZ || (rm == RTP && negative) || (rm == RTN && !negative);
            special_bits(f, false, 1, out);
            if (largest) mpz_sub_ui(out, out, 1);
        } else {
            mpz_t field;
            mpz_init_set_si(field, e);
            mpz_mul_2exp(field, field, f.sb - 1);
            mpz_clrbit(out, f.sb - 1);
            mpz_ior(out, out, field);
            mpz_clear(field);
        }
    }
    if (negative) mpz_setbit(out, f.eb + f.sb - 1);
}

static mpfr_rnd_t mode_of(enum rounding rm) {
    static const mpfr_rnd_t modes[] = {MPFR_RNDN, MPFR_RNDN, MPFR_RNDU, MPFR_RNDD, MPFR_RNDZ};
    return modes[rm];
}

static int operate(const test *k, mpfr_t r, mpfr_t a, mpfr_t b, mpfr_t c, mpfr_rnd_t m) {
    switch (k->op) {
    case OP_FP_ADD: return mpfr_add(r, a, b, m);
    case OP_FP_SUB: return mpfr_sub(r, a, b, m);
    case OP_FP_MUL: return mpfr_mul(r, a, b, m);
    case OP_FP_DIV: return mpfr_div(r, a, b, m);
    case OP_FP_FMA: return mpfr_fma(r, a, b, c, m);
    case OP_FP_SQRT: return mpfr_sqrt(r, a, m);
    case OP_FP_REM: return mpfr_remainder(r, a, b, m);
    default: return mpfr_set(r, a, m); /* conversion, rounding to an integer */
    }
}

/* Arithmetic with many bits, truncated, the last bit set where it was not exact ("round to odd"):
 * rounding that is rounding the exact result. */
static void reference_arithmetic(const test *k, mpz_t out) {
    mpfr_t a, b, c, r;
    uint32_t p = 3 * (k->in.sb > k->out.sb ? k->in.sb : k->out.sb) + 64;
    mpfr_inits2(k->in.sb, a, b, c, NULL);
    mpfr_init2(r, p);
    load(a, k->in, k->x[0]);
    load(b, k->in, k->x[1]);
    load(c, k->in, k->x[2]);
    int inexact = operate(k, r, a, b, c, MPFR_RNDZ);
    if (mpfr_zero_p(r)) operate(k, r, a, b, c, mode_of(k->rm)); /* for the sign of zero */
    else if (inexact && mpfr_regular_p(r)) {
        mpfr_prec_round(r, p + 2, MPFR_RNDN);
        if (mpfr_signbit(r)) mpfr_nextbelow(r);
        else mpfr_nextabove(r);
    }
    if (k->op == OP_FP_ROUND && mpfr_number_p(r)) {
        int negative = mpfr_signbit(r);
        rint_mode(r, k->rm);
        mpfr_setsign(r, r, negative, MPFR_RNDN);
    }
    store(r, k->out, k->rm, out);
    mpfr_clears(a, b, c, r, NULL);
}

static void from_number(const test *k, mpz_t out) {
    mpfr_t r;
    mpfr_init2(r, 1 + mpz_sizeinbase(mpq_numref(k->q), 2) + 3 * k->out.sb + 64);
    int inexact = mpfr_set_q(r, k->q, MPFR_RNDZ);
    if (inexact) {
        mpfr_prec_round(r, mpfr_get_prec(r) + 2, MPFR_RNDN);
        if (mpfr_signbit(r)) mpfr_nextbelow(r);
        else mpfr_nextabove(r);
    }
    store(r, k->out, k->rm, out);
    mpfr_clear(r);
}

static void to_integer(const test *k, mpz_t out) {
    mpfr_t r;
    mpz_t low, high;
    mpfr_init2(r, k->in.sb + 2);
    mpz_inits(low, high, NULL);
    load(r, k->in, k->x[0]);
    bool is_signed = k->op == OP_FP_TO_SBV;
    mpz_setbit(high, k->width - is_signed);
    if (is_signed) mpz_neg(low, high);
    mpz_set_ui(out, 0);
    if (mpfr_number_p(r)) {
        rint_mode(r, k->rm);
        mpfr_get_z(out, r, MPFR_RNDN);
        if (mpz_cmp(out, high) >= 0 || mpz_cmp(out, low) < 0) mpz_set_ui(out, 0);
    }
    mpz_fdiv_r_2exp(out, out, k->width);
    mpz_clears(low, high, NULL);
    mpfr_clear(r);
}

static bool predicate(const test *k) {
    mpfr_t a, b;
    mpfr_inits2(k->in.sb, a, b, NULL);
    load(a, k->in, k->x[0]);
    load(b, k->in, k->x[1]);
    bool r;
    long bias = (1l << (k->in.eb - 1)) - 1;
    bool subnormal = mpfr_regular_p(a) && mpfr_get_exp(a) < 2 - bias;
    switch (k->op) {
    case OP_FP_LE: r = mpfr_lessequal_p(a, b); break;
    case OP_FP_LT: r = mpfr_less_p(a, b); break;
    case OP_FP_GE: r = mpfr_greaterequal_p(a, b); break;
    case OP_FP_GT: r = mpfr_greater_p(a, b); break;
    case OP_FP_EQ: r = mpfr_equal_p(a, b); break;
    case OP_FP_IS_NORMAL: r = mpfr_regular_p(a) && !subnormal; break;
    case OP_FP_IS_SUBNORMAL: r = subnormal; break;
    case OP_FP_IS_ZERO: r = mpfr_zero_p(a); break;
    case OP_FP_IS_INF: r = mpfr_inf_p(a); break;
    case OP_FP_IS_NAN: r = mpfr_nan_p(a); break;
    case OP_FP_IS_NEG: r = !mpfr_nan_p(a) && mpfr_signbit(a); break;
    default: r = !mpfr_nan_p(a) && !mpfr_signbit(a); break;
    }
    mpfr_clears(a, b, NULL);
    return r;
}

/* min, max: MPFR's, but of zeros the second. */
static void min_max(const test *k, mpz_t out) {
    mpfr_t a, b, r;
    mpfr_inits2(k->in.sb, a, b, r, NULL);
    load(a, k->in, k->x[0]);
    load(b, k->in, k->x[1]);
    if (mpfr_zero_p(a) && mpfr_zero_p(b)) mpfr_set(r, b, MPFR_RNDN);
    else if (k->op == OP_FP_MIN) mpfr_min(r, a, b, MPFR_RNDN);
    else mpfr_max(r, a, b, MPFR_RNDN);
    store(r, k->in, RNE, out);
    mpfr_clears(a, b, r, NULL);
}

static void sign_op(const test *k, mpz_t out) {
    mpfr_t a;
    mpfr_init2(a, k->in.sb);
    load(a, k->in, k->x[0]);
    if (k->op == OP_FP_ABS) mpfr_abs(a, a, MPFR_RNDN);
    else mpfr_neg(a, a, MPFR_RNDN);
    store(a, k->in, RNE, out);
    mpfr_clear(a);
}

static void reference(const test *k, mpz_t out) {
    if (k->op == OP_FP_MIN || k->op == OP_FP_MAX) min_max(k, out);
    else if (k->op == OP_FP_ABS || k->op == OP_FP_NEG) sign_op(k, out);
    else if (k->op >= OP_FP_LE && k->op <= OP_FP_IS_POS) mpz_set_ui(out, predicate(k));
    else if (k->op == OP_FP_TO_UBV || k->op == OP_FP_TO_SBV) to_integer(k, out);
    else if (k->op == OP_FP_FROM_SBV || k->op == OP_FP_FROM_UBV || k->op == OP_FP_FROM_REAL)
        from_number(k, out);
    else reference_arithmetic(k, out);
}

/* ---- reference: the processor ---- */

static const int machine_modes[] = {FE_TONEAREST, -1, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};

static float as_float(const mpz_t z) {
    uint32_t u = (uint32_t)mpz_get_ui(z);
    float x;
    memcpy(&x, &u, sizeof x);
    return x;
}
static double as_double(const mpz_t z) {
    uint64_t u = mpz_get_ui(z);
    double x;
    memcpy(&x, &u, sizeof x);
    return x;
}
static void float_bits(float x, mpz_t out) {
    uint32_t u;
    memcpy(&u, &x, sizeof u);
    mpz_set_ui(out, isnan(x) ? 0x7fc00000u : u);
}
static void double_bits(double x, mpz_t out) {
    uint64_t u;
    memcpy(&u, &x, sizeof u);
    mpz_set_ui(out, isnan(x) ? 0x7ff8000000000000ull : u);
}

/* Operands are volatile so that nothing is computed before the mode is set. */
static bool machine_single(const test *k, mpz_t out) {
    volatile float a = as_float(k->x[0]), b = as_float(k->x[1]), c = as_float(k->x[2]), r;
    switch (k->op) {
    case OP_FP_ADD: r = a + b; break;
    case OP_FP_SUB: r = a - b; break;
    case OP_FP_MUL: r = a * b; break;
    case OP_FP_DIV: r = a / b; break;
    case OP_FP_FMA: r = fmaf(a, b, c); break;
    case OP_FP_SQRT: r = sqrtf(a); break;
    case OP_FP_ROUND: r = nearbyintf(a); break;
    default: return false;
    }
    float_bits(r, out);
    return true;
}

static bool machine_twice(const test *k, mpz_t out) {
    volatile double a = as_double(k->x[0]), b = as_double(k->x[1]), c = as_double(k->x[2]), r;
    switch (k->op) {
    case OP_FP_ADD: r = a + b; break;
    case OP_FP_SUB: r = a - b; break;
    case OP_FP_MUL: r = a * b; break;
    case OP_FP_DIV: r = a / b; break;
    case OP_FP_FMA: r = fma(a, b, c); break;
    case OP_FP_SQRT: r = sqrt(a); break;
    case OP_FP_ROUND: r = nearbyint(a); break;
    default: return false;
    }
    double_bits(r, out);
    return true;
}

static bool machine_convert(const test *k, mpz_t out) {
    if (k->in.sb == 53 && k->out.sb == 24) {
        volatile double a = as_double(k->x[0]);
        volatile float r = (float)a;
        return float_bits(r, out), true;
    }
    if (k->in.sb == 24 && k->out.sb == 53) {
        volatile float a = as_float(k->x[0]);
        volatile double r = a;
        return double_bits(r, out), true;
    }
    return false;
}

static bool machine(const test *k, mpz_t out) {
    if (machine_modes[k->rm] < 0) return false;
    if (k->op == OP_FP_REM)
        return false; /* no instruction, and the C library's has zeros of the wrong sign */
    fesetround(machine_modes[k->rm]);
    bool done = k->op == OP_FP_FROM_FP             ? machine_convert(k, out)
                : k->in.eb == 8 && k->in.sb == 24  ? machine_single(k, out)
                : k->in.eb == 11 && k->in.sb == 53 ? machine_twice(k, out)
                                                   : false;
    fesetround(FE_TONEAREST);
    return done;
}

/* ---- one operation ---- */

static sort fp_sort(lab *l, format f) { return sort_fp(l->t, f.eb, f.sb); }

static sort result_sort(lab *l, const test *k) {
    if (k->op >= OP_FP_LE && k->op <= OP_FP_IS_POS) return sort_bool(l->t);
    if (k->op >= OP_FP_FROM_BITS && k->op <= OP_FP_FROM_REAL) return fp_sort(l, k->out);
    if (k->op == OP_FP_TO_UBV || k->op == OP_FP_TO_SBV) return sort_bv(l->t, k->width);
    return fp_sort(l, k->in);
}

static uint32_t arguments(lab *l, const test *k, value *args) {
    uint32_t n = 0;
    if (forest_needs_mode(k->op)) args[n++] = (value){sort_rm(l->t), k->rm};
    if (k->op == OP_FP_FROM_REAL) args[n++] = value_number(l->v, sort_real(l->t), k->q);
    else if (k->op == OP_FP_FROM_SBV || k->op == OP_FP_FROM_UBV)
        args[n++] = value_bits(l->v, sort_bv(l->t, k->width), mpq_numref(k->q));
    else
        for (uint32_t i = 0; i < k->n; i++)
            args[n++] = value_bits(l->v, fp_sort(l, k->in), k->x[i]);
    return n;
}

static void complain(lab *l, const test *k, const char *who, const mpz_t expected,
                     const mpz_t found) {
    if (l->failures++ > 20) return;
    gmp_printf(
        "%s (%u,%u)->(%u,%u) mode %d width %u: %Zx %Zx %Zx q %Qd: %s says %Zx, evaluator %Zx\n",
        op_table[k->op].name, k->in.eb, k->in.sb, k->out.eb, k->out.sb, k->rm, k->width, k->x[0],
        k->x[1], k->x[2], k->q, who, expected, found);
}

static void get_result(lab *l, value a, mpz_t out) {
    if (sort_kind_of(l->t, a.sort) == SORT_BOOL) mpz_set_ui(out, a.bits);
    else value_get_bits(l->v, a, out);
}

static void check(lab *l, const test *k) {
    value args[4];
    mpz_t expected, found;
    mpz_inits(expected, found, NULL);
    uint32_t n = arguments(l, k, args);
    sort s = result_sort(l, k);
    get_result(l, value_apply(l->v, k->op, s, 0, 0, n, args), found);
    reference(k, expected);
    l->mpfr++;
    if (mpz_cmp(expected, found)) complain(l, k, "MPFR", expected, found);
    if (machine(k, expected)) {
        l->machine++;
        if (mpz_cmp(expected, found)) complain(l, k, "the processor", expected, found);
    }
    get_result(l, apply_fp_soft(l->v, k->op, s, n, args), expected);
    if (mpz_cmp(expected, found)) complain(l, k, "softfloat", expected, found);
    values_clear(l->v);
    mpz_clears(expected, found, NULL);
}

/* Bits taken as a float and given back, and the float as a rational: loaded by MPFR and stored
 * again. */
static void check_exact(lab *l, const test *k, const mpz_t raw) {
    mpfr_t r;
    mpq_t q;
    mpz_t expected, found;
    mpfr_init2(r, k->in.sb);
    mpq_init(q);
    mpz_inits(expected, found, NULL);
    load(r, k->in, raw);
    bool finite = mpfr_number_p(r);
    if (finite) mpfr_get_q(q, r);
    store(r, k->in, RNE, expected);
    sort bits = sort_bv(l->t, k->in.eb + k->in.sb), f = fp_sort(l, k->in);
    value a = value_bits(l->v, bits, raw),
          b = value_apply(l->v, OP_FP_FROM_BITS, f, k->in.eb, k->in.sb, 1, &a);
    value_get_bits(l->v, b, found);
    if (mpz_cmp(expected, found)) complain(l, k, "MPFR (from bits)", expected, found);
    value_get_bits(l->v, value_apply(l->v, OP_FP_TO_BITS, bits, 0, 0, 1, &b), found);
    if (mpz_cmp(expected, found)) complain(l, k, "MPFR (to bits)", expected, found);
    value real = value_apply(l->v, OP_FP_TO_REAL, sort_real(l->t), 0, 0, 1, &b);
    if (!mpq_equal(q, value_get_number(l->v, real)))
        complain(l, k, "MPFR (to real)", expected, found);
    l->mpfr += 3;
    values_clear(l->v);
    mpz_clears(expected, found, NULL);
    mpq_clear(q);
    mpfr_clear(r);
}

/* ---- drawing ---- */

static void canonical_nan(format f, mpz_t z) {
    mpz_t inf;
    mpz_init(inf);
    special_bits(f, false, 1, inf);
    bool negative = mpz_tstbit(z, f.eb + f.sb - 1);
    mpz_clrbit(z, f.eb + f.sb - 1);
    if (mpz_cmp(z, inf) > 0) special_bits(f, true, 1, z);
    else if (negative) mpz_setbit(z, f.eb + f.sb - 1);
    mpz_clear(inf);
}

/* Another operand near the first: equal, negated, or a few units in the last place away. */
static void near(lab *l, format f, const mpz_t from, mpz_t out) {
    mpz_set(out, from);
    uint32_t by = random_below(&l->f.random, 5);
    if (mpz_cmp_ui(out, by) > 0) mpz_sub_ui(out, out, by);
    if (random_below(&l->f.random, 2)) mpz_combit(out, f.eb + f.sb - 1);
    if (random_below(&l->f.random, 3) == 0) /* another binade */
        mpz_combit(out, f.sb - 1 + random_below(&l->f.random, f.eb < 4 ? f.eb : 4));
}

static void draw_number(lab *l, test *k) {
    static const uint32_t widths[] = {1, 8, 16, 32, 64, 100};
    rng *r = &l->f.random;
    k->width = widths[random_below(r, 6)];
    forest_bits(&l->f, k->width, mpq_numref(k->q));
    mpz_set_ui(mpq_denref(k->q), 1);
    if (k->op == OP_FP_FROM_SBV && mpz_tstbit(mpq_numref(k->q), k->width - 1)) {
        mpz_t top;
        mpz_init(top);
        mpz_setbit(top, k->width);
        mpz_sub(mpq_numref(k->q), mpq_numref(k->q), top);
        mpz_clear(top);
    }
    if (k->op != OP_FP_FROM_REAL) return;
    mpz_set_ui(mpq_denref(k->q), 1 + random_below(r, 1000));
    if (random_below(r, 3) == 0)
        mpz_mul_2exp(mpq_denref(k->q), mpq_denref(k->q), random_below(r, 200));
    if (random_below(r, 2)) mpq_neg(k->q, k->q);
    mpq_canonicalize(k->q);
}

static void draw(lab *l, test *k) {
    rng *r = &l->f.random;
    do k->op = (enum op)(OP_FP_ABS + (int)random_below(r, OP_FP_TO_SBV - OP_FP_ABS + 1));
    while (k->op == OP_FP_FROM_BITS);
    k->rm = (enum rounding)random_below(r, 5);
    k->in = formats[random_below(r, 2) ? random_below(r, 3) : random_below(r, FORMATS)];
    k->out = k->op >= OP_FP_FROM_BITS && k->op <= OP_FP_FROM_REAL
                 ? formats[random_below(r, FORMATS)]
                 : k->in;
    k->n = (uint32_t)op_table[k->op].arity - forest_needs_mode(k->op);
    for (uint32_t i = 0; i < 3; i++) {
        if (i && random_below(r, 4) == 0) near(l, k->in, k->x[0], k->x[i]);
        else forest_float_bits(&l->f, k->in.eb, k->in.sb, k->x[i]);
        canonical_nan(k->in, k->x[i]);
    }
    draw_number(l, k);
}

int main(int argc, char **argv) {
    uint64_t count = argc > 1 ? strtoull(argv[1], NULL, 10) : 1000000;
    uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    lab l = {.t = terms_new()};
    test k = {0};
    l.v = values_new(l.t);
    forest_init(&l.f, l.t, seed, 0);
    mpz_inits(k.x[0], k.x[1], k.x[2], NULL);
    mpq_init(k.q);
    printf("fuzz_float: %llu operations from seed %llu\n", (unsigned long long)count,
           (unsigned long long)seed);
    for (uint64_t i = 0; i < count; i++) {
        draw(&l, &k);
        check(&l, &k);
        if (i % 8) continue;
        forest_float_bits(&l.f, k.in.eb, k.in.sb, k.x[0]);
        check_exact(&l, &k, k.x[0]);
    }
    printf(
        "fuzz_float: %llu against MPFR, %llu of them also against the processor, %llu failures\n",
        (unsigned long long)l.mpfr, (unsigned long long)l.machine, (unsigned long long)l.failures);
    mpz_clears(k.x[0], k.x[1], k.x[2], NULL);
    mpq_clear(k.q);
    forest_release(&l.f);
    values_delete(l.v);
    terms_delete(l.t);
    mpfr_free_cache();
    return l.failures != 0;
}
