/* Terms to Z3. Where SMT-LIB leaves a case open, ops.def decides, and it is spelt out here. */
#include "solver/z3_internal.h"

#include <stdlib.h>

#define K(a) z3_keep(z, (a))

static Z3_sort z3_sort(z3_solver *z, sort s) {
    assert_debug(sort_is_there(z->base.terms, s));
    const terms *t = z->base.terms;
    Z3_context c = z->context;
    Z3_sort r = NULL;
    switch (sort_kind_of(t, s)) {
    case SORT_BV: r = Z3_mk_bv_sort(c, sort_width(t, s)); break;
    case SORT_FP: r = Z3_mk_fpa_sort(c, sort_eb(t, s), sort_sb(t, s)); break;
    case SORT_RM: r = Z3_mk_fpa_rounding_mode_sort(c); break;
    case SORT_INT: r = Z3_mk_int_sort(c); break;
    case SORT_REAL: r = Z3_mk_real_sort(c); break;
    case SORT_ARRAY: {
        Z3_sort index = z3_sort(z, sort_index(t, s));
        r = Z3_mk_array_sort(c, index, z3_sort(z, sort_element(t, s)));
        break;
    }
    default: r = Z3_mk_bool_sort(c); break;
    }
    K(Z3_sort_to_ast(c, r));
    return r;
}

/* ---- constants ---- */

static Z3_ast numeral(z3_solver *z, const mpz_t n, Z3_sort s) {
    char *digits = mpz_get_str(NULL, 10, n);
    Z3_ast r = K(Z3_mk_numeral(z->context, digits, s));
    free(digits);
    return r;
}

static Z3_ast integral_constant(z3_solver *z, term a) {
    const terms *t = z->base.terms;
    sort s = term_sort(t, a);
    mpz_t n;
    mpz_init(n);
    term_get_mpz(t, a, n);
    Z3_ast r;
    if (sort_is_fp(t, s)) {
        Z3_sort bits = Z3_mk_bv_sort(z->context, sort_width(t, s));
        K(Z3_sort_to_ast(z->context, bits));
        r = K(Z3_mk_fpa_to_fp_bv(z->context, numeral(z, n, bits), z3_sort(z, s)));
    } else {
        r = numeral(z, n, z3_sort(z, s));
    }
    mpz_clear(n);
    return r;
}

static Z3_ast rational_constant(z3_solver *z, term a) {
    mpq_t q;
    mpq_init(q);
    term_get_mpq(z->base.terms, a, q);
    char *digits = mpq_get_str(NULL, 10, q);
    Z3_ast r = K(Z3_mk_numeral(z->context, digits, z3_sort(z, term_sort(z->base.terms, a))));
    free(digits);
    mpq_clear(q);
    return r;
}

static Z3_ast rounding_constant(z3_solver *z, enum rounding mode) {
    Z3_context c = z->context;
    switch (mode) {
    case RNE: return Z3_mk_fpa_rne(c);
    case RNA: return Z3_mk_fpa_rna(c);
    case RTP: return Z3_mk_fpa_rtp(c);
    case RTN: return Z3_mk_fpa_rtn(c);
    default: return Z3_mk_fpa_rtz(c);
    }
}

static Z3_ast variable(z3_solver *z, term a) {
    const terms *t = z->base.terms;
    Z3_symbol name = Z3_mk_string_symbol(z->context, term_name(t, a));
    return Z3_mk_const(z->context, name, z3_sort(z, term_sort(t, a)));
}

/* ---- small shapes ---- */

typedef Z3_ast (*binary_maker)(Z3_context, Z3_ast, Z3_ast);

static Z3_ast chain(z3_solver *z, binary_maker f, uint32_t n, const Z3_ast *x) {
    Z3_ast r = x[0];
    for (uint32_t i = 1; i < n; i++) r = K(f(z->context, r, x[i]));
    return r;
}

static Z3_ast negate(z3_solver *z, Z3_ast a) { return K(Z3_mk_not(z->context, K(a))); }
static Z3_ast both(z3_solver *z, Z3_ast a, Z3_ast b) {
    return K(Z3_mk_and(z->context, 2, (Z3_ast[]){a, b}));
}
static Z3_ast choose(z3_solver *z, Z3_ast c, Z3_ast a, Z3_ast b) {
    return K(Z3_mk_ite(z->context, c, a, b));
}
static Z3_ast equal(z3_solver *z, Z3_ast a, Z3_ast b) { return K(Z3_mk_eq(z->context, a, b)); }

static Z3_ast number(z3_solver *z, int n, Z3_sort s) { return K(Z3_mk_int(z->context, n, s)); }

static Z3_ast power_of_two(z3_solver *z, uint32_t exponent, Z3_sort s) {
    mpz_t n;
    mpz_init(n);
    mpz_setbit(n, exponent);
    Z3_ast r = numeral(z, n, s);
    mpz_clear(n);
    return r;
}

/* y = 0 ? open : f(x, y) */
static Z3_ast guarded(z3_solver *z, binary_maker f, const Z3_ast *x, Z3_ast open) {
    Z3_context c = z->context;
    Z3_ast zero = number(z, 0, Z3_get_sort(c, x[1]));
    return choose(z, equal(z, x[1], zero), open, K(f(c, x[0], x[1])));
}

static Z3_ast modulo(Z3_context c, Z3_ast a, Z3_ast b) { return Z3_mk_mod(c, a, b); }

/* ---- overflow predicates ---- */

static Z3_ast wide_differs(z3_solver *z, binary_maker f, const Z3_ast *x, uint32_t width) {
    Z3_context c = z->context;
    Z3_ast wide = K(f(c, K(Z3_mk_sign_ext(c, 1, x[0])), K(Z3_mk_sign_ext(c, 1, x[1]))));
    Z3_ast narrow = K(Z3_mk_extract(c, width - 1, 0, wide));
    return negate(z, equal(z, wide, K(Z3_mk_sign_ext(c, 1, narrow))));
}

static Z3_ast is_minimum(z3_solver *z, Z3_ast a, uint32_t width) {
    return equal(z, a, power_of_two(z, width - 1, Z3_get_sort(z->context, a)));
}

static Z3_ast overflow(z3_solver *z, enum op op, const Z3_ast *x, uint32_t width) {
    Z3_context c = z->context;
    switch (op) {
    case OP_BVNEGO: return is_minimum(z, x[0], width);
    case OP_BVUADDO: return K(Z3_mk_bvult(c, K(Z3_mk_bvadd(c, x[0], x[1])), x[0]));
    case OP_BVUSUBO: return K(Z3_mk_bvult(c, x[0], x[1]));
    case OP_BVSADDO: return wide_differs(z, Z3_mk_bvadd, x, width);
    case OP_BVSSUBO: return wide_differs(z, Z3_mk_bvsub, x, width);
    case OP_BVUMULO: return negate(z, Z3_mk_bvmul_no_overflow(c, x[0], x[1], false));
    case OP_BVSMULO: {
        if (width == 1)
            return both(z, is_minimum(z, x[0], 1), is_minimum(z, x[1], 1)); /* which Z3 denies */
        Z3_ast above = K(Z3_mk_bvmul_no_overflow(c, x[0], x[1], true));
        return negate(z, both(z, above, K(Z3_mk_bvmul_no_underflow(c, x[0], x[1]))));
    }
    default: {
        Z3_ast minus_one = number(z, -1, Z3_get_sort(c, x[1]));
        return both(z, is_minimum(z, x[0], width), equal(z, x[1], minus_one));
    }
    }
}

/* ---- floats ---- */

/* The smaller (larger) of two, the second argument where they are equal, the other where one is
 * NaN. */
static Z3_ast extremum(z3_solver *z, const Z3_ast *x, bool largest) {
    Z3_context c = z->context;
    Z3_ast first = K(largest ? Z3_mk_fpa_gt(c, x[0], x[1]) : Z3_mk_fpa_lt(c, x[0], x[1]));
    Z3_ast pick = choose(z, first, x[0], x[1]);
    pick = choose(z, K(Z3_mk_fpa_is_nan(c, x[1])), x[0], pick);
    return choose(z, K(Z3_mk_fpa_is_nan(c, x[0])), x[1], pick);
}

/* 2^exponent, negated on request, in the float's own format; the caller knows that it is
 * representable. */
static Z3_ast float_power(z3_solver *z, uint32_t exponent, bool negative, sort s) {
    const terms *t = z->base.terms;
    uint32_t eb = sort_eb(t, s), sb = sort_sb(t, s);
    mpz_t bits;
    mpz_init(bits);
    mpz_ui_pow_ui(bits, 2, eb - 1);
    mpz_sub_ui(bits, bits, 1);
    mpz_add_ui(bits, bits, exponent);
    mpz_mul_2exp(bits, bits, sb - 1);
    if (negative) mpz_setbit(bits, eb + sb - 1);
    Z3_sort width = Z3_mk_bv_sort(z->context, eb + sb);
    K(Z3_sort_to_ast(z->context, width));
    Z3_ast r = K(Z3_mk_fpa_to_fp_bv(z->context, numeral(z, bits, width), z3_sort(z, s)));
    mpz_clear(bits);
    return r;
}

static bool representable(const terms *t, sort s, uint32_t exponent) {
    uint32_t eb = sort_eb(t, s);
    return eb > 32 || exponent < 1ull << (eb - 1);
}

/* Is the integral float r within the range of the bit-vector? */
static Z3_ast in_range(z3_solver *z, Z3_ast r, sort s, uint32_t width, bool is_signed) {
    Z3_context c = z->context;
    const terms *t = z->base.terms;
    uint32_t top = is_signed ? width - 1 : width;
    Z3_ast nan = K(Z3_mk_fpa_is_nan(c, r));
    Z3_ast good = negate(z, K(Z3_mk_or(c, 2, (Z3_ast[]){nan, K(Z3_mk_fpa_is_infinite(c, r))})));
    if (representable(t, s, top))
        good = both(z, good, K(Z3_mk_fpa_lt(c, r, float_power(z, top, false, s))));
    if (!is_signed)
        good = both(z, good, K(Z3_mk_fpa_geq(c, r, K(Z3_mk_fpa_zero(c, z3_sort(z, s), false)))));
    else if (representable(t, s, top))
        good = both(z, good, K(Z3_mk_fpa_geq(c, r, float_power(z, top, true, s))));
    return good;
}

/* A wider format in which Z3 rounds to integral values rightly: with few exponent bits the largest
 * values have fractions, and it fails where the significand has no more bits than the exponent. The
 * same format where that is good. */
static sort roomy(z3_solver *z, sort s) {
    terms *t = z->base.terms;
    uint32_t eb = sort_eb(t, s), sb = sort_sb(t, s);
    uint64_t bias = eb < 32 ? (1ull << (eb - 1)) - 1 : ~0ull;
    if (bias >= sb && sb > eb + 2) return s;
    uint32_t wide_eb = eb > 8 ? eb : 8, wide_sb = sb > 3 * wide_eb ? sb : 3 * wide_eb;
    while ((1ull << (wide_eb - 1)) - 1 < wide_sb) wide_eb++, wide_sb++;
    return sort_fp(t, wide_eb, wide_sb);
}

static Z3_ast widened(z3_solver *z, Z3_ast x, sort s) {
    return K(Z3_mk_fpa_to_fp_float(z->context, K(Z3_mk_fpa_rne(z->context)), x, z3_sort(z, s)));
}

static Z3_ast float_to_bv(z3_solver *z, term a, const Z3_ast *args, bool is_signed) {
    Z3_context c = z->context;
    uint32_t width = term_width(z->base.terms, a);
    sort from = term_sort(z->base.terms, term_arg(z->base.terms, a, 1)), s = roomy(z, from);
    Z3_ast x[2] = {args[0], args[1]};
    if (!same_sort(s, from)) x[1] = widened(z, args[1], s);
    Z3_ast whole = K(Z3_mk_fpa_round_to_integral(c, x[0], x[1]));
    Z3_ast good = in_range(z, whole, s, width, is_signed);
    uint32_t wide = width < 2 ? 2 : width; /* Z3 fails on signed results of one bit */
    Z3_ast given = K(is_signed ? Z3_mk_fpa_to_sbv(c, x[0], x[1], wide)
                               : Z3_mk_fpa_to_ubv(c, x[0], x[1], wide));
    if (wide > width) given = K(Z3_mk_extract(c, width - 1, 0, given));
    return choose(z, good, given, number(z, 0, Z3_get_sort(c, given)));
}

static Z3_ast float_to_bits(z3_solver *z, term a, const Z3_ast *x) {
    Z3_context c = z->context;
    const terms *t = z->base.terms;
    sort s = term_sort(t, term_arg(t, a, 0));
    uint32_t eb = sort_eb(t, s), sb = sort_sb(t, s);
    mpz_t nan;
    mpz_init(nan);
    for (uint32_t i = sb - 2; i < eb + sb - 1; i++) mpz_setbit(nan, i);
    Z3_ast bits = K(Z3_mk_fpa_to_ieee_bv(c, x[0]));
    Z3_ast r = choose(z, K(Z3_mk_fpa_is_nan(c, x[0])), numeral(z, nan, Z3_get_sort(c, bits)), bits);
    mpz_clear(nan);
    return r;
}

static Z3_ast float_to_real(z3_solver *z, const Z3_ast *x) {
    Z3_context c = z->context;
    Z3_ast special[2] = {K(Z3_mk_fpa_is_nan(c, x[0])), NULL};
    special[1] = K(Z3_mk_fpa_is_infinite(c, x[0]));
    Z3_ast real = K(Z3_mk_fpa_to_real(c, x[0]));
    return choose(z, K(Z3_mk_or(c, 2, special)), number(z, 0, Z3_get_sort(c, real)), real);
}

/* The second rounding is exact, or beyond the largest as the first should have been. */
static Z3_ast float_round(z3_solver *z, term a, const Z3_ast *x) {
    Z3_context c = z->context;
    sort from = term_sort(z->base.terms, a), s = roomy(z, from);
    if (sort_sb(z->base.terms, from) > sort_eb(z->base.terms, from) + 1)
        return Z3_mk_fpa_round_to_integral(c, x[0], x[1]);
    Z3_ast wide = K(Z3_mk_fpa_round_to_integral(c, x[0], widened(z, x[1], s)));
    return widened(z, wide, from);
}

/* Z3 ends the process on fp.fma with an open rounding mode: one case a mode. */
static Z3_ast float_fma(z3_solver *z, term a, const Z3_ast *x) {
    Z3_context c = z->context;
    if (term_op(z->base.terms, term_arg(z->base.terms, a, 0)) == OP_RM)
        return Z3_mk_fpa_fma(c, x[0], x[1], x[2], x[3]);
    Z3_ast r = NULL;
    for (int mode = RTZ; mode >= RNE; mode--) {
        Z3_ast rm = K(rounding_constant(z, (enum rounding)mode)),
               in_mode = K(Z3_mk_fpa_fma(c, rm, x[1], x[2], x[3]));
        r = r ? choose(z, equal(z, x[0], rm), in_mode, r) : in_mode;
    }
    return r;
}

static Z3_ast float_application(z3_solver *z, term a, const Z3_ast *x) {
    Z3_context c = z->context;
    sort s = term_sort(z->base.terms, a);
    switch (term_op(z->base.terms, a)) {
    case OP_FP_ABS: return Z3_mk_fpa_abs(c, x[0]);
    case OP_FP_NEG: return Z3_mk_fpa_neg(c, x[0]);
    case OP_FP_ADD: return Z3_mk_fpa_add(c, x[0], x[1], x[2]);
    case OP_FP_SUB: return Z3_mk_fpa_sub(c, x[0], x[1], x[2]);
    case OP_FP_MUL: return Z3_mk_fpa_mul(c, x[0], x[1], x[2]);
    case OP_FP_DIV: return Z3_mk_fpa_div(c, x[0], x[1], x[2]);
    case OP_FP_FMA: return float_fma(z, a, x);
    case OP_FP_SQRT: return Z3_mk_fpa_sqrt(c, x[0], x[1]);
    case OP_FP_REM: return Z3_mk_fpa_rem(c, x[0], x[1]);
    case OP_FP_ROUND: return float_round(z, a, x);
    case OP_FP_MIN: return extremum(z, x, false);
    case OP_FP_MAX: return extremum(z, x, true);
    case OP_FP_LE: return Z3_mk_fpa_leq(c, x[0], x[1]);
    case OP_FP_LT: return Z3_mk_fpa_lt(c, x[0], x[1]);
    case OP_FP_EQ: return Z3_mk_fpa_eq(c, x[0], x[1]);
    case OP_FP_IS_NORMAL: return Z3_mk_fpa_is_normal(c, x[0]);
    case OP_FP_IS_SUBNORMAL: return Z3_mk_fpa_is_subnormal(c, x[0]);
    case OP_FP_IS_ZERO: return Z3_mk_fpa_is_zero(c, x[0]);
    case OP_FP_IS_INF: return Z3_mk_fpa_is_infinite(c, x[0]);
    case OP_FP_IS_NAN: return Z3_mk_fpa_is_nan(c, x[0]);
    case OP_FP_IS_NEG: return Z3_mk_fpa_is_negative(c, x[0]);
    case OP_FP_IS_POS: return Z3_mk_fpa_is_positive(c, x[0]);
    case OP_FP_FROM_BITS: return Z3_mk_fpa_to_fp_bv(c, x[0], z3_sort(z, s));
    case OP_FP_FROM_FP: return Z3_mk_fpa_to_fp_float(c, x[0], x[1], z3_sort(z, s));
    case OP_FP_FROM_SBV: return Z3_mk_fpa_to_fp_signed(c, x[0], x[1], z3_sort(z, s));
    case OP_FP_FROM_UBV: return Z3_mk_fpa_to_fp_unsigned(c, x[0], x[1], z3_sort(z, s));
    case OP_FP_FROM_REAL: return Z3_mk_fpa_to_fp_real(c, x[0], x[1], z3_sort(z, s));
    case OP_FP_TO_UBV: return float_to_bv(z, a, x, false);
    case OP_FP_TO_SBV: return float_to_bv(z, a, x, true);
    case OP_FP_TO_REAL: return float_to_real(z, x);
    case OP_FP_TO_BITS: return float_to_bits(z, a, x);
    default: return NULL;
    }
}

/* ---- the rest ---- */

static Z3_ast arithmetic(z3_solver *z, enum op op, uint32_t n, const Z3_ast *x) {
    Z3_context c = z->context;
    switch (op) {
    case OP_ADD: return Z3_mk_add(c, n, x);
    case OP_MUL: return Z3_mk_mul(c, n, x);
    case OP_DIVIDE:
    case OP_INT_DIV: return guarded(z, Z3_mk_div, x, number(z, 0, Z3_get_sort(c, x[0])));
    case OP_MOD: return guarded(z, modulo, x, x[0]);
    case OP_LE: return Z3_mk_le(c, x[0], x[1]);
    case OP_LT: return Z3_mk_lt(c, x[0], x[1]);
    case OP_TO_REAL: return Z3_mk_int2real(c, x[0]);
    case OP_TO_INT: return Z3_mk_real2int(c, x[0]);
    case OP_IS_INT: return Z3_mk_is_int(c, x[0]);
    default: return NULL;
    }
}

static Z3_ast bitvector(z3_solver *z, term a, uint32_t n, const Z3_ast *x) {
    Z3_context c = z->context;
    const terms *t = z->base.terms;
    enum op op = term_op(t, a);
    if (op_is_overflow(op)) return overflow(z, op, x, term_width(t, term_arg(t, a, 0)));
    switch (op) {
    case OP_BVNOT: return Z3_mk_bvnot(c, x[0]);
    case OP_BVNEG: return Z3_mk_bvneg(c, x[0]);
    case OP_BVAND: return chain(z, Z3_mk_bvand, n, x);
    case OP_BVOR: return chain(z, Z3_mk_bvor, n, x);
    case OP_BVXOR: return chain(z, Z3_mk_bvxor, n, x);
    case OP_BVADD: return chain(z, Z3_mk_bvadd, n, x);
    case OP_BVMUL: return chain(z, Z3_mk_bvmul, n, x);
    case OP_BVUDIV: return Z3_mk_bvudiv(c, x[0], x[1]);
    case OP_BVUREM: return Z3_mk_bvurem(c, x[0], x[1]);
    case OP_BVSDIV: return Z3_mk_bvsdiv(c, x[0], x[1]);
    case OP_BVSREM: return Z3_mk_bvsrem(c, x[0], x[1]);
    case OP_BVSMOD: return Z3_mk_bvsmod(c, x[0], x[1]);
    case OP_BVSHL: return Z3_mk_bvshl(c, x[0], x[1]);
    case OP_BVLSHR: return Z3_mk_bvlshr(c, x[0], x[1]);
    case OP_BVASHR: return Z3_mk_bvashr(c, x[0], x[1]);
    case OP_BVULT: return Z3_mk_bvult(c, x[0], x[1]);
    case OP_BVULE: return Z3_mk_bvule(c, x[0], x[1]);
    case OP_BVSLT: return Z3_mk_bvslt(c, x[0], x[1]);
    case OP_BVSLE: return Z3_mk_bvsle(c, x[0], x[1]);
    case OP_CONCAT: return chain(z, Z3_mk_concat, n, x);
    case OP_EXTRACT: return Z3_mk_extract(c, term_index(t, a, 0), term_index(t, a, 1), x[0]);
    case OP_ZERO_EXTEND: return Z3_mk_zero_ext(c, term_index(t, a, 0), x[0]);
    case OP_SIGN_EXTEND: return Z3_mk_sign_ext(c, term_index(t, a, 0), x[0]);
    default: return NULL;
    }
}

static Z3_ast constant_array(z3_solver *z, term a, const Z3_ast *x) {
    return Z3_mk_const_array(
        z->context, z3_sort(z, sort_index(z->base.terms, term_sort(z->base.terms, a))), x[0]);
}

static Z3_ast core_application(z3_solver *z, term a, uint32_t n, const Z3_ast *x) {
    Z3_context c = z->context;
    switch (term_op(z->base.terms, a)) {
    case OP_TRUE: return Z3_mk_true(c);
    case OP_FALSE: return Z3_mk_false(c);
    case OP_VAR: return variable(z, a);
    case OP_BV:
    case OP_FP: return integral_constant(z, a);
    case OP_NUMBER: return rational_constant(z, a);
    case OP_RM: return rounding_constant(z, term_get_rm(z->base.terms, a));
    case OP_CONST_ARRAY: return constant_array(z, a, x);
    case OP_NOT: return Z3_mk_not(c, x[0]);
    case OP_AND: return Z3_mk_and(c, n, x);
    case OP_OR: return Z3_mk_or(c, n, x);
    case OP_XOR: return chain(z, Z3_mk_xor, n, x);
    case OP_EQ: return Z3_mk_eq(c, x[0], x[1]);
    case OP_ITE: return Z3_mk_ite(c, x[0], x[1], x[2]);
    case OP_SELECT: return Z3_mk_select(c, x[0], x[1]);
    case OP_STORE: return Z3_mk_store(c, x[0], x[1], x[2]);
    default: return NULL;
    }
}

static Z3_ast application(z3_solver *z, term a, uint32_t n, const Z3_ast *x) {
    Z3_ast r = core_application(z, a, n, x);
    if (!r) r = bitvector(z, a, n, x);
    if (!r) r = float_application(z, a, x);
    if (!r) r = arithmetic(z, term_op(z->base.terms, a), n, x);
    return r ? K(r) : NULL;
}

static Z3_ast known(const z3_solver *z, term a) {
    return a.id < z->ast.size ? z->ast.data[a.id] : NULL;
}

/* All arguments are translated. */
static bool settle(z3_solver *z, term a) {
    const terms *t = z->base.terms;
    uint32_t n = term_arity(t, a);
    vec(Z3_ast) x = {0};
    for (uint32_t i = 0; i < n; i++) vec_push(&x, known(z, term_arg(t, a, i)));
    Z3_ast r = application(z, a, n, x.data);
    vec_release(&x);
    if (!r) return false;
    if (a.id >= z->ast.size) vec_resize(&z->ast, terms_count(t) + 1);
    z->ast.data[a.id] = r;
    z->base.stats.terms++;
    return true;
}

Z3_ast z3_translate(z3_solver *z, term a) {
    assert_debug(term_is_there(z->base.terms, a));
    const terms *t = z->base.terms;
    if (known(z, a)) return known(z, a);
    vec_clear(&z->stack_terms);
    vec_push(&z->stack_terms, a);
    while (z->stack_terms.size) {
        term top = vec_last(&z->stack_terms);
        uint32_t waiting = z->stack_terms.size;
        if (!known(z, top))
            for (uint32_t i = 0; i < term_arity(t, top); i++)
                if (!known(z, term_arg(t, top, i))) vec_push(&z->stack_terms, term_arg(t, top, i));
        if (z->stack_terms.size > waiting) continue;
        if (!known(z, top) && !settle(z, top)) return NULL;
        z->stack_terms.size--;
    }
    return known(z, a);
}
