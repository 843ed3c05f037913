/* Bit-vector arithmetic: sums, products, shifts, division.
 *
 * Sums are linear (linear.h): bvsub, bvneg and multiplication by constants, shifts left by
 * constants among them, are parts of sums. Shifts right by constants, and masks, are slices
 * (simplify_slice.c). */
#include "term/linear.h"
#include "term/term_internal.h"

#include <stdlib.h>

term build_bv_sum(terms *t, sort s, uint32_t n, const term *args, const int *sign) {
    assert_debug(n >= 1);
    linear l;
    linear_init(t, &l, s);
    term one = constant_of(t, s, 1), minus = constant_of(t, s, -1);
    for (uint32_t i = 0; i < n; i++) linear_add(t, &l, args[i], sign && sign[i] < 0 ? minus : one);
    linear_normalize(t, &l);
    term r = linear_term(t, &l);
    linear_release(&l);
    return r;
}

/* The constant among the factors, and the others flattened and ordered. */
static term split_factors(terms *t, sort s, uint32_t n, const term *args, term_vec *v) {
    enum op mul = sort_is_bv(t, s) ? OP_BVMUL : OP_MUL;
    term c = constant_of(t, s, 1);
    for (uint32_t i = 0; i < n; i++) {
        if (is_op(t, args[i], mul) && arity_of(t, args[i]) <= 16) args_append(t, args[i], v);
        else vec_push(v, args[i]);
    }
    uint32_t m = 0;
    for (uint32_t i = 0; i < v->size; i++) {
        if (is_value(t, v->data[i])) c = constant_op(t, OP_BVMUL, OP_MUL, c, v->data[i]);
        else v->data[m++] = v->data[i];
    }
    v->size = m;
    qsort(v->data, v->size, sizeof *v->data, term_by_id);
    return c;
}

/* Serves bit-vectors and numbers: constant * (product of the others), as a linear sum. */
term build_bv_product(terms *t, sort s, uint32_t n, const term *args) {
    assert_debug(terms_are_there(t, n, args));
    assert_debug(n >= 1);
    term_vec *v = scratch_take(t);
    term c = split_factors(t, s, n, args, v), r = c;
    if (v->size && !constant_is_zero(t, c)) {
        r = v->size == 1 ? v->data[0]
                         : make(t, sort_is_bv(t, s) ? OP_BVMUL : OP_MUL, s, v->size, v->data);
        linear l;
        linear_init(t, &l, s);
        linear_add(t, &l, r, c);
        linear_normalize(t, &l);
        r = linear_term(t, &l);
        linear_release(&l);
    }
    scratch_give(t);
    return r;
}

term build_bv_not(terms *t, term a) {
    assert_debug(sort_is_bv(t, sort_of(t, a)));
    sort s = sort_of(t, a);
    if (is_op(t, a, OP_BVNOT)) return arg_of(t, a, 0);
    if (is_value(t, a)) return fold(t, OP_BVNOT, s, 0, 0, 1, &a);
    if (is_op(t, a, OP_BVXOR) && is_value(t, arg_of(t, a, arity_of(t, a) - 1)))
        return build_bv_bitwise(t, OP_BVXOR, s, 2, (term[]){a, bv_ones(t, width_of(t, a))});
    if (linear_is_compound(t, a))
        return build_bv_sum(t, s, 2, (term[]){bv_ones(t, width_of(t, a)), a}, (int[]){1, -1});
    return make_1(t, OP_BVNOT, s, a);
}

/* ---- shifts ---- */

static term shift_right(terms *t, enum op op, term a, uint32_t by) {
    uint32_t w = width_of(t, a);
    if (by >= w && op == OP_BVLSHR) return bv_zero(t, w);
    if (by >= w) by = w - 1;
    if (!by) return a;
    term x = build_extract(t, w - 1, by, a);
    return build_extend(t, op == OP_BVLSHR ? OP_ZERO_EXTEND : OP_SIGN_EXTEND, by, x);
}

static term power_of_two(terms *t, uint32_t width, uint32_t k) {
    if (width <= 64) return term_bv(t, width, 1ull << k);
    mpz_t z;
    mpz_init_set_ui(z, 1);
    mpz_mul_2exp(z, z, k);
    term a = term_bv_mpz(t, width, z);
    mpz_clear(z);
    return a;
}

static term shift_left(terms *t, term a, uint32_t by) {
    uint32_t w = width_of(t, a);
    if (by >= w) return bv_zero(t, w);
    return build_bv_product(t, sort_of(t, a), 2, (term[]){power_of_two(t, w, by), a});
}

/* A shift distance as a number, at most the width. */
static uint32_t distance(const terms *t, term b) {
    uint32_t w = width_of(t, b);
    const node *n = node_of(t, b);
    for (uint32_t i = 1; i < n->size; i++)
        if (words_of(t, b)[i]) return w;
    return words_of(t, b)[0] < w ? words_of(t, b)[0] : w;
}

term build_bv_shift(terms *t, enum op op, sort s, term a, term b) {
    assert_debug(sort_is_bv(t, s));
    assert_debug(sort_of(t, a).id == s.id && sort_of(t, b).id == s.id);
    if (is_value(t, a) && is_value(t, b)) return fold(t, op, s, 0, 0, 2, (term[]){a, b});
    if (is_op(t, b, OP_BV))
        return op == OP_BVSHL ? shift_left(t, a, distance(t, b))
                              : shift_right(t, op, a, distance(t, b));
    if (is_bv_zero(t, a) || (op == OP_BVASHR && is_bv_ones(t, a))) return a;
    return make_2(t, op, s, a, b);
}

/* ---- division ---- */

/* k where the constant is 2^k. */
static bool is_power(const terms *t, term c, uint32_t *k) {
    const node *n = node_of(t, c);
    uint32_t ones = 0;
    for (uint32_t i = 0; i < n->size; i++) {
        uint32_t w = words_of(t, c)[i];
        if (!w) continue;
        ones += (uint32_t)__builtin_popcount(w);
        *k = i * 32 + (uint32_t)__builtin_ctz(w);
    }
    return ones == 1;
}

/* zext(x) op c for a non-zero constant c: in the narrow width. */
static bool divide_narrow(terms *t, enum op op, term a, term c, term *out) {
    if (!is_op(t, a, OP_ZERO_EXTEND)) return false;
    term x = arg_of(t, a, 0);
    uint32_t w = width_of(t, x), wide = width_of(t, a);
    term high = build_extract(t, wide - 1, w, c), low = build_extract(t, w - 1, 0, c);
    if (!is_bv_zero(t, high)) *out = op == OP_BVUDIV ? bv_zero(t, wide) : a;
    else *out = term_zext(t, build_bv_divide(t, op, sort_of(t, x), x, low), wide);
    return true;
}

static bool divide_unsigned(terms *t, enum op op, term a, term c, term *out) {
    uint32_t w = width_of(t, a), k;
    if (is_bv_zero(t, c)) *out = op == OP_BVUDIV ? bv_ones(t, w) : a;
    else if (is_power(t, c, &k)) {
        if (op == OP_BVUDIV) *out = shift_right(t, OP_BVLSHR, a, k);
        else if (k == 0) *out = bv_zero(t, w);
        else *out = term_zext(t, build_extract(t, k - 1, 0, a), w);
    } else return divide_narrow(t, op, a, c, out);
    return true;
}

static bool divide_signed(terms *t, enum op op, term a, term c, term *out) {
    uint32_t w = width_of(t, a);
    if (w == 1) return false;
    if (is_bv_one(t, c)) *out = op == OP_BVSDIV ? a : bv_zero(t, w);
    else if (is_bv_ones(t, c))
        *out = op == OP_BVSDIV ? build_bv_sum(t, sort_of(t, a), 1, &a, (int[]){-1}) : bv_zero(t, w);
    else if (is_bv_zero(t, c) && op != OP_BVSDIV) *out = a;
    else return false;
    return true;
}

/* Is the sign bit zero whatever the variables are? */
static bool never_negative(const terms *t, term a) {
    return is_op(t, a, OP_ZERO_EXTEND) || (is_op(t, a, OP_BV) && !constant_is_negative(t, a));
}

/* Bits that hold the value of a, as a signed or as an unsigned number, at most its width. */
static uint32_t bits_needed(terms *t, term a, bool is_signed) {
    uint32_t w = width_of(t, a);
    if (is_op(t, a, OP_ZERO_EXTEND)) return width_of(t, arg_of(t, a, 0)) + is_signed;
    if (is_op(t, a, OP_SIGN_EXTEND) && is_signed) return width_of(t, arg_of(t, a, 0));
    if (!is_op(t, a, OP_BV)) return w;
    enum op extend = is_signed ? OP_SIGN_EXTEND : OP_ZERO_EXTEND;
    uint32_t n = w;
    while (n > 1 && same(build_extend(t, extend, w - n + 1, build_extract(t, n - 2, 0, a)), a)) n--;
    return n;
}

/* Operands that were widened, as C does with all that is narrower than int: in the narrow width. A
 * signed quotient needs one bit more, for -128 / -1; an unsigned one by zero is all ones in the
 * wide width, so it stays. */
static bool divide_widened(terms *t, enum op op, term a, term b, term *out) {
    bool is_signed = op != OP_BVUDIV && op != OP_BVUREM;
    uint32_t w = width_of(t, a);
    if (op == OP_BVUDIV) return false;
    uint32_t n = bits_needed(t, a, is_signed), m = bits_needed(t, b, is_signed);
    n = (n > m ? n : m) + (op == OP_BVSDIV);
    if (n >= w) return false;
    term x = build_extract(t, n - 1, 0, a), y = build_extract(t, n - 1, 0, b);
    *out = build_extend(t, is_signed ? OP_SIGN_EXTEND : OP_ZERO_EXTEND, w - n,
                        build_bv_divide(t, op, sort_of(t, x), x, y));
    return true;
}

term build_bv_divide(terms *t, enum op op, sort s, term a, term b) {
    assert_debug(sort_is_bv(t, s));
    assert_debug(sort_of(t, a).id == s.id && sort_of(t, b).id == s.id);
    term out;
    if (is_value(t, a) && is_value(t, b)) return fold(t, op, s, 0, 0, 2, (term[]){a, b});
    if (never_negative(t, a) && never_negative(t, b)) /* also by zero: -1 is all ones */
        op = op == OP_BVSDIV ? OP_BVUDIV : op == OP_BVSREM || op == OP_BVSMOD ? OP_BVUREM : op;
    bool is_signed = op != OP_BVUDIV && op != OP_BVUREM;
    if (is_value(t, b) &&
        (is_signed ? divide_signed(t, op, a, b, &out) : divide_unsigned(t, op, a, b, &out)))
        return out;
    if (divide_widened(t, op, a, b, &out)) return out;
    return make_2(t, op, s, a, b);
}
