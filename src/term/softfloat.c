/* Floats: taking apart, rounding, arithmetic. See softfloat.h. */
#include "term/softfloat.h"

static int64_t least_exponent(fp_format f) {
    return 2 - ((int64_t)1 << (f.eb - 1));
} /* of normal numbers */
static int64_t bias(fp_format f) { return ((int64_t)1 << (f.eb - 1)) - 1; }
static int64_t bit_length(const mpz_t z) { return mpz_sgn(z) ? (int64_t)mpz_sizeinbase(z, 2) : 0; }

void fp_number_init(fp_number *x) {
    *x = (fp_number){.kind = FLOAT_ZERO};
    mpz_init(x->sig);
}
void fp_number_clear(fp_number *x) { mpz_clear(x->sig); }

void fp_unpack(fp_format f, const mpz_t bits, fp_number *x) {
    assert_debug(f.eb >= 2 && f.sb >= 2);
    assert_debug(mpz_sgn(bits) >= 0);
    mpz_t e;
    mpz_init(e);
    x->negative = mpz_tstbit(bits, f.eb + f.sb - 1);
    mpz_fdiv_r_2exp(x->sig, bits, f.sb - 1);
    mpz_fdiv_q_2exp(e, bits, f.sb - 1);
    mpz_fdiv_r_2exp(e, e, f.eb);
    int64_t biased = (int64_t)mpz_get_ui(e);
    mpz_clear(e);
    bool zero = mpz_sgn(x->sig) == 0;
    x->kind = FLOAT_FINITE;
    if (biased == ((int64_t)1 << f.eb) - 1) x->kind = zero ? FLOAT_INF : FLOAT_NAN;
    else if (biased == 0 && zero) x->kind = FLOAT_ZERO;
    if (biased) mpz_setbit(x->sig, f.sb - 1);
    x->exp = (biased ? biased - bias(f) : least_exponent(f)) - (f.sb - 1);
}

bool fp_bits_are_nan(fp_format f, const mpz_t bits) {
    assert_debug(mpz_sgn(bits) >= 0 && mpz_sizeinbase(bits, 2) <= f.eb + f.sb);
    fp_number x;
    fp_number_init(&x);
    fp_unpack(f, bits, &x);
    fp_number_clear(&x);
    return x.kind == FLOAT_NAN;
}

static void exponent_ones(fp_format f, mpz_t out) {
    mpz_set_ui(out, 1);
    mpz_mul_2exp(out, out, f.eb);
    mpz_sub_ui(out, out, 1);
    mpz_mul_2exp(out, out, f.sb - 1);
}

void fp_nan_bits(fp_format f, mpz_t out) {
    exponent_ones(f, out);
    mpz_setbit(out, f.sb - 2);
}

static void put_sign(fp_format f, bool negative, mpz_t out) {
    if (negative) mpz_setbit(out, f.eb + f.sb - 1);
}

static void fp_inf_bits(fp_format f, bool negative, mpz_t out) {
    exponent_ones(f, out);
    put_sign(f, negative, out);
}

static void fp_zero_bits(fp_format f, bool negative, mpz_t out) {
    mpz_set_ui(out, 0);
    put_sign(f, negative, out);
}

static void overflow_bits(fp_format f, enum rounding rm, bool negative, mpz_t out) {
    bool largest = rm == RTZ || (rm == RTP && negative) || (rm == RTN && !negative);
    exponent_ones(f, out);
    if (largest) mpz_sub_ui(out, out, 1);
    put_sign(f, negative, out);
}

/* Is the discarded part (`low` of `shift` bits, and sticky) to be rounded away from zero? */
static bool rounds_up(enum rounding rm, bool negative, bool odd, const mpz_t low, uint64_t shift,
                      bool sticky) {
    bool exact = mpz_sgn(low) == 0 && !sticky;
    if (exact) return false;
    if (rm == RTZ) return false;
    if (rm == RTP) return !negative;
    if (rm == RTN) return negative;
    bool half = mpz_tstbit(low, shift - 1);
    bool more = sticky || mpz_scan1(low, 0) < shift - 1;
    return half && (more || odd || rm == RNA);
}

/* q = round(sig / 2^shift). */
static void shift_round(enum rounding rm, bool negative, const mpz_t sig, uint64_t shift,
                        bool sticky, mpz_t q) {
    uint64_t length = (uint64_t)bit_length(sig);
    if (shift > length + 2) shift = length + 2;
    mpz_t low;
    mpz_init(low);
    mpz_fdiv_r_2exp(low, sig, shift);
    mpz_fdiv_q_2exp(q, sig, shift);
    if (rounds_up(rm, negative, mpz_odd_p(q), low, shift, sticky)) mpz_add_ui(q, q, 1);
    mpz_clear(low);
}

/* q * 2^e with at most sb bits: the bits of the format. */
static void pack(fp_format f, enum rounding rm, bool negative, mpz_t q, int64_t e, mpz_t out) {
    if (bit_length(q) > f.sb) {
        mpz_fdiv_q_2exp(q, q, 1);
        e++;
    }
    if (bit_length(q) < f.sb) { /* subnormal or zero: the exponent field is 0 */
        mpz_set(out, q);
        put_sign(f, negative, out);
        return;
    }
    int64_t biased = e + f.sb - 1 + bias(f);
    if (biased >= ((int64_t)1 << f.eb) - 1) {
        overflow_bits(f, rm, negative, out);
        return;
    }
    mpz_clrbit(q, f.sb - 1);
    mpz_set_ui(out, (unsigned long)biased);
    mpz_mul_2exp(out, out, f.sb - 1);
    mpz_ior(out, out, q);
    put_sign(f, negative, out);
}

/* sig * 2^exp, a little more where `sticky` (then sig has at least sb + 2 bits), rounded. sig >= 0.
 */
static void fp_round(fp_format f, enum rounding rm, bool negative, const mpz_t sig, int64_t exp,
                     bool sticky, mpz_t out) {
    assert_debug(mpz_sgn(sig) >= 0);
    int64_t length = bit_length(sig);
    if (length == 0) {
        assert(!sticky);
        fp_zero_bits(f, negative, out);
        return;
    }
    int64_t e = exp + length - f.sb, least = least_exponent(f) - f.sb + 1;
    if (e < least) e = least;
    assert(!sticky || e > exp);
    mpz_t q;
    mpz_init(q);
    if (e <= exp && exp - e <= f.sb) mpz_mul_2exp(q, sig, (uint64_t)(exp - e));
    else shift_round(rm, negative, sig, (uint64_t)(e - exp), sticky, q);
    pack(f, rm, negative, q, e, out);
    mpz_clear(q);
}

/* ---- arithmetic ---- */

typedef struct {
    fp_number a, b, c;
} operands;

static void operands_init(operands *o, fp_format f, const mpz_t a, const mpz_t b) {
    fp_number_init(&o->a);
    fp_number_init(&o->b);
    fp_number_init(&o->c);
    fp_unpack(f, a, &o->a);
    fp_unpack(f, b, &o->b);
}

static void operands_clear(operands *o) {
    fp_number_clear(&o->a);
    fp_number_clear(&o->b);
    fp_number_clear(&o->c);
}

/* Replace `low`, which lies far below every rounding boundary of `high`, by something as small but
 * near: the rounded sum is the same, and the sum needs no gigantic shift. */
static void bring_near(fp_format f, const fp_number *high, fp_number *low) {
    int64_t top = low->exp + bit_length(low->sig), near = high->exp - f.sb - 4;
    if (top >= near) return;
    mpz_set_ui(low->sig, 1);
    low->exp = near;
}

/* a + b of finite non-zero numbers; signs in the numbers. */
static void add_finite(fp_format f, enum rounding rm, fp_number *a, fp_number *b, mpz_t out) {
    bring_near(f, a, b);
    bring_near(f, b, a);
    int64_t exp = a->exp < b->exp ? a->exp : b->exp;
    mpz_mul_2exp(a->sig, a->sig, (uint64_t)(a->exp - exp));
    mpz_mul_2exp(b->sig, b->sig, (uint64_t)(b->exp - exp));
    if (a->negative) mpz_neg(a->sig, a->sig);
    if (b->negative) mpz_neg(b->sig, b->sig);
    mpz_add(a->sig, a->sig, b->sig);
    bool negative = mpz_sgn(a->sig) < 0;
    if (mpz_sgn(a->sig) == 0) negative = rm == RTN; /* x - x */
    mpz_abs(a->sig, a->sig);
    fp_round(f, rm, negative, a->sig, exp, false, out);
}

static void number_round(fp_format f, enum rounding rm, const fp_number *x, mpz_t out) {
    switch (x->kind) {
    case FLOAT_NAN: fp_nan_bits(f, out); return;
    case FLOAT_INF: fp_inf_bits(f, x->negative, out); return;
    case FLOAT_ZERO: fp_zero_bits(f, x->negative, out); return;
    case FLOAT_FINITE: fp_round(f, rm, x->negative, x->sig, x->exp, false, out); return;
    }
}

static void add_numbers(fp_format f, enum rounding rm, fp_number *a, fp_number *b, mpz_t out) {
    bool infinite = a->kind == FLOAT_INF || b->kind == FLOAT_INF;
    if (a->kind == FLOAT_NAN || b->kind == FLOAT_NAN ||
        (a->kind == FLOAT_INF && b->kind == FLOAT_INF && a->negative != b->negative))
        fp_nan_bits(f, out);
    else if (infinite) fp_inf_bits(f, a->kind == FLOAT_INF ? a->negative : b->negative, out);
    else if (a->kind == FLOAT_ZERO && b->kind == FLOAT_ZERO)
        fp_zero_bits(f, a->negative == b->negative ? a->negative : rm == RTN, out);
    else if (a->kind == FLOAT_ZERO) number_round(f, rm, b, out);
    else if (b->kind == FLOAT_ZERO) number_round(f, rm, a, out);
    else add_finite(f, rm, a, b, out);
}

/* a := a * b, exact. */
static void multiply(fp_number *a, const fp_number *b) {
    bool nan = a->kind == FLOAT_NAN || b->kind == FLOAT_NAN ||
               (a->kind == FLOAT_INF && b->kind == FLOAT_ZERO) ||
               (a->kind == FLOAT_ZERO && b->kind == FLOAT_INF);
    a->negative ^= b->negative;
    if (nan) a->kind = FLOAT_NAN;
    else if (a->kind == FLOAT_INF || b->kind == FLOAT_INF) a->kind = FLOAT_INF;
    else if (a->kind == FLOAT_ZERO || b->kind == FLOAT_ZERO) a->kind = FLOAT_ZERO;
    mpz_mul(a->sig, a->sig, b->sig);
    a->exp += b->exp;
}

void fp_add(fp_format f, enum rounding rm, const mpz_t a, const mpz_t b, mpz_t out) {
    assert_debug((unsigned)rm <= RTZ);
    operands o;
    operands_init(&o, f, a, b);
    add_numbers(f, rm, &o.a, &o.b, out);
    operands_clear(&o);
}

void fp_mul(fp_format f, enum rounding rm, const mpz_t a, const mpz_t b, mpz_t out) {
    assert_debug((unsigned)rm <= RTZ);
    operands o;
    operands_init(&o, f, a, b);
    multiply(&o.a, &o.b);
    number_round(f, rm, &o.a, out);
    operands_clear(&o);
}

void fp_fma(fp_format f, enum rounding rm, const mpz_t a, const mpz_t b, const mpz_t c, mpz_t out) {
    assert_debug((unsigned)rm <= RTZ);
    operands o;
    operands_init(&o, f, a, b);
    fp_unpack(f, c, &o.c);
    multiply(&o.a, &o.b);
    add_numbers(f, rm, &o.a, &o.c, out);
    operands_clear(&o);
}

static void divide_finite(fp_format f, enum rounding rm, fp_number *a, const fp_number *b,
                          mpz_t out) {
    int64_t shift = f.sb + 3 + bit_length(b->sig) - bit_length(a->sig);
    if (shift < 0) shift = 0;
    mpz_t r;
    mpz_init(r);
    mpz_mul_2exp(a->sig, a->sig, (uint64_t)shift);
    mpz_fdiv_qr(a->sig, r, a->sig, b->sig);
    fp_round(f, rm, a->negative, a->sig, a->exp - b->exp - shift, mpz_sgn(r) != 0, out);
    mpz_clear(r);
}

void fp_div(fp_format f, enum rounding rm, const mpz_t a, const mpz_t b, mpz_t out) {
    assert_debug((unsigned)rm <= RTZ);
    operands o;
    operands_init(&o, f, a, b);
    enum fp_class x = o.a.kind, y = o.b.kind;
    bool negative = o.a.negative ^= o.b.negative;
    if (x == FLOAT_NAN || y == FLOAT_NAN || (x == y && (x == FLOAT_INF || x == FLOAT_ZERO)))
        fp_nan_bits(f, out);
    else if (x == FLOAT_INF || y == FLOAT_ZERO) fp_inf_bits(f, negative, out);
    else if (x == FLOAT_ZERO || y == FLOAT_INF) fp_zero_bits(f, negative, out);
    else divide_finite(f, rm, &o.a, &o.b, out);
    operands_clear(&o);
}

static void sqrt_finite(fp_format f, enum rounding rm, fp_number *x, mpz_t out) {
    int64_t shift = 2 * ((int64_t)f.sb + 3) - bit_length(x->sig);
    if (shift < 0) shift = 0;
    if ((x->exp - shift) % 2) shift++;
    mpz_t r;
    mpz_init(r);
    mpz_mul_2exp(x->sig, x->sig, (uint64_t)shift);
    mpz_sqrtrem(x->sig, r, x->sig);
    fp_round(f, rm, false, x->sig, (x->exp - shift) / 2, mpz_sgn(r) != 0, out);
    mpz_clear(r);
}

void fp_sqrt(fp_format f, enum rounding rm, const mpz_t a, mpz_t out) {
    assert_debug((unsigned)rm <= RTZ);
    fp_number x;
    fp_number_init(&x);
    fp_unpack(f, a, &x);
    if (x.kind == FLOAT_NAN || (x.negative && x.kind != FLOAT_ZERO)) fp_nan_bits(f, out);
    else if (x.kind != FLOAT_FINITE) number_round(f, rm, &x, out);
    else sqrt_finite(f, rm, &x, out);
    fp_number_clear(&x);
}

/* |x| rem |y| with the sign of x; x.exp >= y.exp. The quotient's parity decides ties, so reduce
 * modulo 2y. */
static void rem_finite(fp_format f, fp_number *x, fp_number *y, mpz_t out) {
    int64_t exp = y->exp;
    mpz_t twice, power;
    mpz_inits(twice, power, NULL);
    if (x->exp < exp) {
        mpz_mul_2exp(y->sig, y->sig, (uint64_t)(exp - x->exp));
        exp = x->exp;
    }
    mpz_mul_2exp(twice, y->sig, 1);
    mpz_set_ui(power, 2);
    mpz_powm_ui(power, power, (unsigned long)(x->exp - exp), twice);
    mpz_mul(x->sig, x->sig, power);
    mpz_fdiv_r(x->sig, x->sig, twice); /* in [0, 2y) */
    bool odd = mpz_cmp(x->sig, y->sig) >= 0;
    if (odd) mpz_sub(x->sig, x->sig, y->sig);
    mpz_mul_2exp(power, x->sig, 1);
    int tie = mpz_cmp(power, y->sig);
    bool negative = x->negative;
    if (tie > 0 || (tie == 0 && odd)) {
        mpz_sub(x->sig, y->sig, x->sig);
        negative = !negative;
    }
    if (mpz_sgn(x->sig) == 0) negative = x->negative;
    fp_round(f, RNE, negative, x->sig, exp, false, out);
    mpz_clears(twice, power, NULL);
}

void fp_rem(fp_format f, const mpz_t a, const mpz_t b, mpz_t out) {
    assert_debug(mpz_sizeinbase(a, 2) <= f.eb + f.sb && mpz_sizeinbase(b, 2) <= f.eb + f.sb);
    operands o;
    operands_init(&o, f, a, b);
    enum fp_class x = o.a.kind, y = o.b.kind;
    if (x == FLOAT_NAN || y == FLOAT_NAN || x == FLOAT_INF || y == FLOAT_ZERO) fp_nan_bits(f, out);
    else if (x == FLOAT_ZERO || y == FLOAT_INF ||
             o.b.exp + bit_length(o.b.sig) > o.a.exp + bit_length(o.a.sig) + 2) /* |x| < |y|/2 */
        number_round(f, RNE, &o.a, out);
    else rem_finite(f, &o.a, &o.b, out);
    operands_clear(&o);
}

void fp_round_to_integral(fp_format f, enum rounding rm, const mpz_t a, mpz_t out) {
    assert_debug((unsigned)rm <= RTZ);
    fp_number x;
    fp_number_init(&x);
    fp_unpack(f, a, &x);
    if (x.kind == FLOAT_FINITE && x.exp < 0) {
        shift_round(rm, x.negative, x.sig, (uint64_t)-x.exp, false, x.sig);
        fp_round(f, rm, x.negative, x.sig, 0, false, out);
    } else number_round(f, rm, &x, out);
    fp_number_clear(&x);
}

void fp_neg(fp_format f, const mpz_t a, mpz_t out) {
    assert_debug(mpz_sizeinbase(a, 2) <= f.eb + f.sb);
    bool nan = fp_bits_are_nan(f, a);
    mpz_set(out, a);
    if (!nan) mpz_combit(out, f.eb + f.sb - 1);
}

void fp_abs(fp_format f, const mpz_t a, mpz_t out) {
    assert_debug(mpz_sizeinbase(a, 2) <= f.eb + f.sb);
    mpz_set(out, a);
    mpz_clrbit(out, f.eb + f.sb - 1);
}

int fp_compare(fp_format f, const mpz_t a, const mpz_t b) {
    assert_debug(mpz_sizeinbase(a, 2) <= f.eb + f.sb && mpz_sizeinbase(b, 2) <= f.eb + f.sb);
    if (fp_bits_are_nan(f, a) || fp_bits_are_nan(f, b)) return 2;
    mpz_t x, y;
    mpz_inits(x, y, NULL);
    fp_abs(f, a, x);
    fp_abs(f, b, y);
    if (mpz_tstbit(a, f.eb + f.sb - 1)) mpz_neg(x, x);
    if (mpz_tstbit(b, f.eb + f.sb - 1)) mpz_neg(y, y);
    int order = mpz_cmp(x, y);
    mpz_clears(x, y, NULL);
    return order < 0 ? -1 : order > 0;
}

bool fp_is_subnormal(fp_format f, const mpz_t a) {
    assert_debug(mpz_sizeinbase(a, 2) <= f.eb + f.sb);
    fp_number x;
    fp_number_init(&x);
    fp_unpack(f, a, &x);
    bool is = x.kind == FLOAT_FINITE && bit_length(x.sig) < f.sb;
    fp_number_clear(&x);
    return is;
}

/* ---- conversions ---- */

void fp_convert(fp_format from, fp_format to, enum rounding rm, const mpz_t a, mpz_t out) {
    assert_debug(mpz_sizeinbase(a, 2) <= from.eb + from.sb);
    fp_number x;
    fp_number_init(&x);
    fp_unpack(from, a, &x);
    number_round(to, rm, &x, out);
    fp_number_clear(&x);
}

void fp_from_integer(fp_format f, enum rounding rm, const mpz_t value, mpz_t out) {
    assert_debug((unsigned)rm <= RTZ);
    bool negative = mpz_sgn(value) < 0;
    mpz_t z;
    mpz_init(z);
    mpz_abs(z, value);
    fp_round(f, rm, negative, z, 0, false, out);
    mpz_clear(z);
}

void fp_from_rational(fp_format f, enum rounding rm, const mpq_t value, mpz_t out) {
    assert_debug((unsigned)rm <= RTZ);
    fp_number a, b;
    fp_number_init(&a);
    fp_number_init(&b);
    a.negative = mpq_sgn(value) < 0;
    mpz_abs(a.sig, mpq_numref(value));
    mpz_set(b.sig, mpq_denref(value));
    if (mpq_sgn(value) == 0) fp_zero_bits(f, false, out);
    else divide_finite(f, rm, &a, &b, out);
    fp_number_clear(&a);
    fp_number_clear(&b);
}

bool fp_to_integer(fp_format f, enum rounding rm, const mpz_t a, uint32_t max_bits, mpz_t out) {
    assert_debug(max_bits >= 1);
    fp_number x;
    fp_number_init(&x);
    fp_unpack(f, a, &x);
    bool ok = x.kind == FLOAT_ZERO || x.kind == FLOAT_FINITE;
    if (x.kind == FLOAT_ZERO) mpz_set_ui(x.sig, 0);
    else if (ok && x.exp + bit_length(x.sig) > (int64_t)max_bits + 1) ok = false;
    else if (ok && x.exp >= 0) mpz_mul_2exp(x.sig, x.sig, (uint64_t)x.exp);
    else if (ok) shift_round(rm, x.negative, x.sig, (uint64_t)-x.exp, false, x.sig);
    ok = ok && bit_length(x.sig) <= (int64_t)max_bits;
    if (ok) mpz_set(out, x.sig);
    if (ok && x.negative) mpz_neg(out, out);
    fp_number_clear(&x);
    return ok;
}

bool fp_to_rational(fp_format f, const mpz_t a, mpq_t out) {
    assert_debug(mpz_sgn(a) >= 0);
    fp_number x;
    fp_number_init(&x);
    fp_unpack(f, a, &x);
    bool ok = x.kind == FLOAT_ZERO || x.kind == FLOAT_FINITE;
    mpq_set_ui(out, 0, 1);
    if (x.kind == FLOAT_FINITE) {
        mpz_set(mpq_numref(out), x.sig);
        mpq_canonicalize(out);
        if (x.exp >= 0) mpq_mul_2exp(out, out, (uint64_t)x.exp);
        else mpq_div_2exp(out, out, (uint64_t)-x.exp);
        if (x.negative) mpq_neg(out, out);
    }
    fp_number_clear(&x);
    return ok;
}
