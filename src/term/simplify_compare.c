/* Equations, orders and overflow predicates of bit-vectors.
 *
 * Only strict orders exist. Against a constant the variable side is left: c < x is not (x < c+1),
 * so there is one atom for each threshold. Where a bound leaves one value or excludes one it is an
 * equation. The sign bit is tested by x <s 0, any other single bit by an equation of a 1-bit slice
 * with 1. */
#include "term/linear.h"
#include "term/term_internal.h"

static term slice(terms *t, uint32_t high, uint32_t low, term a) {
    return build_extract(t, high, low, a);
}

static term add_small(terms *t, term c, int by) {
    return constant_op(t, OP_BVADD, OP_ADD, c, constant_of(t, sort_of(t, c), by));
}

static term least_signed(terms *t, uint32_t w) {
    if (w <= 64) return term_bv(t, w, 1ull << (w - 1));
    term one = term_bv(t, w, 1), by = term_bv(t, w, w - 1);
    return w == 1 ? one : build_bv_shift(t, OP_BVSHL, sort_bv(t, w), one, by);
}
static term most_signed(terms *t, uint32_t w) { return build_bv_not(t, least_signed(t, w)); }

/* ---- x = constant ---- */

static term eq_pieces(terms *t, term a, term k) {
    term_vec *v = scratch_take(t);
    uint32_t top = width_of(t, a);
    for (uint32_t i = 0; i < arity_of(t, a); i++) {
        term x = arg_of(t, a, i);
        uint32_t base = top - width_of(t, x);
        vec_push(v, build_eq(t, x, slice(t, top - 1, base, k)));
        top = base;
    }
    term r = build_and_or(t, OP_AND, v->size, v->data);
    scratch_give(t);
    return r;
}

static term eq_extension(terms *t, term a, term k) {
    term x = arg_of(t, a, 0);
    uint32_t w = width_of(t, x);
    term low = slice(t, w - 1, 0, k);
    if (!same(build_extend(t, op_of(t, a), index_of(t, a, 0), low), k)) return t->falsity;
    return build_eq(t, x, low);
}

/* x & c, x | c, x ^ c against k, the constant last. */
static bool eq_bitwise(terms *t, term a, term k, term *out) {
    uint32_t last = arity_of(t, a) - 1;
    term c = arg_of(t, a, last);
    sort s = sort_of(t, a);
    if (!is_value(t, c)) return false;
    if (is_op(t, a, OP_BVXOR)) {
        term rest = build_bv_bitwise(t, OP_BVXOR, s, 2, (term[]){a, c});
        term other = build_bv_bitwise(t, OP_BVXOR, s, 2, (term[]){k, c});
        return *out = build_eq(t, rest, other), true;
    }
    term both = build_bv_bitwise(t, OP_BVAND, s, 2, (term[]){c, k});
    if (!same(both, is_op(t, a, OP_BVAND) ? k : c)) return *out = t->falsity, true;
    return false;
}

/* A single bit. */
static bool eq_bit(terms *t, term a, term k, term *out) {
    if (width_of(t, a) != 1) return false;
    if (is_bv_zero(t, k)) return *out = build_not(t, build_eq(t, a, bv_ones(t, 1))), true;
    if (!is_op(t, a, OP_EXTRACT)) return false;
    term x = arg_of(t, a, 0);
    uint32_t w = width_of(t, x);
    if (index_of(t, a, 0) != w - 1) return false;
    return *out = build_bv_less(t, OP_BVSLT, x, bv_zero(t, w)), true;
}

/* The bits of a float are k: the float is the one with bits k, if those are what fp.to_ieee_bv
 * gives. */
static term eq_float_bits(terms *t, term a, term k) {
    term x = arg_of(t, a, 0);
    sort s = sort_of(t, x);
    term f = fold(t, OP_FP_FROM_BITS, s, sort_eb(t, s), sort_sb(t, s), 1, &k);
    if (!same(fold(t, OP_FP_TO_BITS, sort_of(t, a), 0, 0, 1, &f), k)) return t->falsity;
    return build_eq(t, x, f);
}

static bool eq_constant(terms *t, term a, term k, term *out) {
    switch (op_of(t, a)) {
    case OP_FP_TO_BITS: return *out = eq_float_bits(t, a, k), true;
    case OP_CONCAT: return *out = eq_pieces(t, a, k), true;
    case OP_ZERO_EXTEND:
    case OP_SIGN_EXTEND: return *out = eq_extension(t, a, k), true;
    case OP_BVAND:
    case OP_BVOR:
    case OP_BVXOR:
        if (eq_bitwise(t, a, k, out)) return true;
        return eq_bit(t, a, k, out);
    default: return eq_bit(t, a, k, out);
    }
}

/* ---- linear equations ---- */

static term odd_inverse(terms *t, term c) {
    uint32_t w = width_of(t, c);
    mpz_t x, m;
    mpz_inits(x, m, NULL);
    term_get_mpz(t, c, x);
    mpz_setbit(m, w);
    mpz_invert(x, x, m);
    term r = term_bv_mpz(t, w, x);
    mpz_clears(x, m, NULL);
    return r;
}

static uint32_t trailing_zeros(const terms *t, term c) {
    uint32_t i = 0;
    while (!(words_of(t, c)[i / 32] >> (i % 32) & 1)) i++;
    return i;
}

/* c * x + d = 0 solved for the bits of x that matter. */
static term eq_one_part(terms *t, const linear *l) {
    monomial m = l->parts.data[0];
    uint32_t w = sort_width(t, l->s), k = trailing_zeros(t, m.coefficient);
    term rhs = build_bv_sum(t, l->s, 1, &l->constant, (int[]){-1});
    if (k && !is_bv_zero(t, slice(t, k - 1, 0, rhs))) return t->falsity;
    term odd = slice(t, w - 1, k, m.coefficient);
    rhs = constant_op(t, OP_BVMUL, OP_MUL, slice(t, w - 1, k, rhs), odd_inverse(t, odd));
    return build_eq(t, slice(t, w - 1 - k, 0, m.base), rhs);
}

/* The first coefficient that has a sign of its own decides. */
static bool leads_negative(terms *t, const linear *l) {
    for (uint32_t i = 0; i < l->parts.size; i++) {
        term c = l->parts.data[i].coefficient;
        if (!constant_is_own_negative(t, c)) return constant_is_negative(t, c);
    }
    return false;
}

/* sum = 0, the first part with a sign positive, split into two sides; a and b are what they came
 * from. */
static term eq_parts(terms *t, linear *l, term a, term b) {
    if (leads_negative(t, l)) linear_scale(t, l, constant_of(t, l->s, -1));
    term x, y;
    linear_sides(t, l, &x, &y);
    return eq_again(t, x, y, a, b);
}

static term eq_linear(terms *t, term a, term b) {
    linear l;
    sort s = sort_of(t, a);
    linear_init(t, &l, s);
    linear_add(t, &l, a, constant_of(t, s, 1));
    linear_add(t, &l, b, constant_of(t, s, -1));
    linear_normalize(t, &l);
    term r = l.parts.size == 0   ? term_bool(t, constant_is_zero(t, l.constant))
             : l.parts.size == 1 ? eq_one_part(t, &l)
                                 : eq_parts(t, &l, a, b);
    linear_release(&l);
    return r;
}

/* Concatenations cut at the same places. */
static bool eq_concats(terms *t, term a, term b, term *out) {
    if (!is_op(t, a, OP_CONCAT) || !is_op(t, b, OP_CONCAT) || arity_of(t, a) != arity_of(t, b))
        return false;
    for (uint32_t i = 0; i < arity_of(t, a); i++)
        if (width_of(t, arg_of(t, a, i)) != width_of(t, arg_of(t, b, i))) return false;
    term_vec *v = scratch_take(t);
    for (uint32_t i = 0; i < arity_of(t, a); i++)
        vec_push(v, build_eq(t, arg_of(t, a, i), arg_of(t, b, i)));
    *out = build_and_or(t, OP_AND, v->size, v->data);
    scratch_give(t);
    return true;
}

/* Both sides under one injective operation. */
static bool eq_extensions(terms *t, term a, term b, term *out) {
    if (op_of(t, a) != op_of(t, b)) return false;
    if (is_op(t, a, OP_FP_TO_BITS) &&
        same_sort(sort_of(t, arg_of(t, a, 0)), sort_of(t, arg_of(t, b, 0))))
        return *out = build_eq(t, arg_of(t, a, 0), arg_of(t, b, 0)), true;
    if (!is_op(t, a, OP_ZERO_EXTEND) && !is_op(t, a, OP_SIGN_EXTEND)) return false;
    term x = arg_of(t, a, 0), y = arg_of(t, b, 0);
    uint32_t v = width_of(t, x), w = width_of(t, y), most = v > w ? v : w;
    x = build_extend(t, op_of(t, a), most - v, x);
    y = build_extend(t, op_of(t, b), most - w, y);
    return *out = build_eq(t, x, y), true;
}

/* a is no value unless both are; b is the value if there is one. */
bool eq_bv(terms *t, term a, term b, term *out) {
    assert_debug(sort_of(t, a).id == sort_of(t, b).id);
    bool constant = is_value(t, b), compound = linear_is_compound(t, a);
    if (compound || (!constant && linear_is_compound(t, b))) return *out = eq_linear(t, a, b), true;
    if (constant) return eq_constant(t, a, b, out);
    return eq_extensions(t, a, b, out) || eq_concats(t, a, b, out);
}

/* ---- orders ---- */

typedef struct {
    enum op op;
    uint32_t w;
} total_order;
enum order_place {
    INSIDE,
    LEAST,
    NEXT,
    MOST
}; /* of a constant in the order; NEXT: after the least */

static term least_of(terms *t, const total_order *o) {
    return o->op == OP_BVULT ? bv_zero(t, o->w) : least_signed(t, o->w);
}
static term most_of(terms *t, const total_order *o) {
    return o->op == OP_BVULT ? bv_ones(t, o->w) : most_signed(t, o->w);
}

static enum order_place place_of(terms *t, const total_order *o, term k) {
    uint64_t x;
    if (!is_small(t, k, &x)) {
        term least = least_of(t, o);
        return same(k, least)                    ? LEAST
               : same(k, add_small(t, least, 1)) ? NEXT
               : same(k, most_of(t, o))          ? MOST
                                                 : INSIDE;
    }
    uint64_t least = o->op == OP_BVULT ? 0 : 1ull << (o->w - 1), mask = mask64(o->w);
    return x == least                  ? LEAST
           : x == ((least + 1) & mask) ? NEXT
           : x == ((least - 1) & mask) ? MOST
                                       : INSIDE;
}

static term less_values(terms *t, enum op op, term a, term b) {
    return fold(t, op, t->bool_sort, 0, 0, 2, (term[]){a, b});
}

static bool less_ite(terms *t, enum op op, term a, term b, term *out) {
    term c, k, l;
    if (is_value(t, b) && ite_of_constants(t, a, &c, &k, &l))
        *out = build_ite(t, c, less_values(t, op, k, b), less_values(t, op, l, b));
    else if (is_value(t, a) && ite_of_constants(t, b, &c, &k, &l))
        *out = build_ite(t, c, less_values(t, op, a, k), less_values(t, op, a, l));
    else return false;
    return true;
}

static bool is_extension(const terms *t, term a) {
    return is_op(t, a, OP_ZERO_EXTEND) || is_op(t, a, OP_SIGN_EXTEND);
}

/* Both sides extended from one width: compare there. Zero extension makes all values non-negative.
 */
static bool less_extended(terms *t, enum op op, term a, term b, term *out) {
    if (!is_extension(t, a) || op_of(t, a) != op_of(t, b)) return false;
    term x = arg_of(t, a, 0), y = arg_of(t, b, 0);
    uint32_t v = width_of(t, x), w = width_of(t, y), most = v > w ? v : w;
    enum op extend = op_of(t, a);
    x = build_extend(t, extend, most - v, x);
    y = build_extend(t, extend, most - w, y);
    return *out = build_bv_less(t, extend == OP_ZERO_EXTEND ? OP_BVULT : op, x, y), true;
}

/* ext(x) < k: in the width of x, or decided by k only. */
static bool less_extended_constant(terms *t, enum op op, term a, term k, term *out) {
    if (!is_extension(t, a)) return false;
    bool zero = is_op(t, a, OP_ZERO_EXTEND);
    term x = arg_of(t, a, 0);
    uint32_t w = width_of(t, x);
    term low = slice(t, w - 1, 0, k);
    if (same(build_extend(t, op_of(t, a), index_of(t, a, 0), low), k)) {
        *out = build_bv_less(t, zero ? OP_BVULT : op, x, low);
        return true;
    }
    if (!zero && op == OP_BVULT) /* k lies above all that are not negative and below the others */
        return *out = build_not(t, build_bv_less(t, OP_BVSLT, x, bv_zero(t, w))), true;
    return *out = term_bool(t, op == OP_BVULT || !constant_is_negative(t, k)), true;
}

/* A constant as a number, signed or not. */
static void get_number(const terms *t, term k, bool is_signed, mpz_t out) {
    term_get_mpz(t, k, out);
    if (!is_signed || !constant_is_negative(t, k)) return;
    mpz_t top;
    mpz_init(top);
    mpz_setbit(top, width_of(t, k));
    mpz_sub(out, out, top);
    mpz_clear(top);
}

/* x < bound, the bound any number. */
static term less_number(terms *t, const total_order *o, term x, const mpz_t bound) {
    mpz_t least, most;
    mpz_inits(least, most, NULL);
    get_number(t, least_of(t, o), o->op == OP_BVSLT, least);
    get_number(t, most_of(t, o), o->op == OP_BVSLT, most);
    term r = mpz_cmp(bound, least) <= 0 ? t->falsity
             : mpz_cmp(bound, most) > 0 ? t->truth
                                        : build_bv_less(t, o->op, x, term_bv_mpz(t, o->w, bound));
    mpz_clears(least, most, NULL);
    return r;
}

/* x / d < k for a constant d > 0: x < k * d, and for k <= 0 (truncation) x < (k - 1) * d + 1. */
static bool less_quotient(terms *t, const total_order *o, term a, term k, term *out) {
    bool is_signed = o->op == OP_BVSLT;
    if (!is_op(t, a, is_signed ? OP_BVSDIV : OP_BVUDIV) || !is_value(t, arg_of(t, a, 1)))
        return false;
    mpz_t d, n;
    mpz_inits(d, n, NULL);
    get_number(t, arg_of(t, a, 1), is_signed, d);
    get_number(t, k, is_signed, n);
    bool ok = mpz_sgn(d) > 0, low = mpz_sgn(n) <= 0;
    if (low) mpz_sub_ui(n, n, 1);
    mpz_mul(n, n, d);
    if (low) mpz_add_ui(n, n, 1);
    if (ok) *out = less_number(t, o, arg_of(t, a, 0), n);
    mpz_clears(d, n, NULL);
    return ok;
}

/* x % d < k decided by |d| alone. */
static bool less_remainder(terms *t, const total_order *o, term a, term k, term *out) {
    bool is_signed = o->op == OP_BVSLT;
    if (!is_op(t, a, is_signed ? OP_BVSREM : OP_BVUREM) || !is_value(t, arg_of(t, a, 1)))
        return false;
    mpz_t d, n;
    mpz_inits(d, n, NULL);
    get_number(t, arg_of(t, a, 1), is_signed, d);
    get_number(t, k, is_signed, n);
    mpz_abs(d, d);
    bool above = mpz_sgn(d) && mpz_cmp(n, d) >= 0;
    mpz_neg(d, d);
    bool below = is_signed && mpz_sgn(d) && mpz_cmp(n, d) <= 0;
    if (above || below) *out = term_bool(t, above);
    mpz_clears(d, n, NULL);
    return above || below;
}

/* x < k. */
static term less_constant(terms *t, const total_order *o, term a, term k) {
    term out;
    switch (place_of(t, o, k)) {
    case LEAST: return t->falsity;
    case NEXT: return build_eq(t, a, least_of(t, o));
    case MOST: return build_not(t, build_eq(t, a, k));
    case INSIDE: break;
    }
    if (less_extended_constant(t, o->op, a, k, &out)) return out;
    if (less_quotient(t, o, a, k, &out) || less_remainder(t, o, a, k, &out)) return out;
    if (o->op == OP_BVULT && place_of(t, &(total_order){OP_BVSLT, o->w}, k) == LEAST)
        return build_not(t, build_bv_less(t, OP_BVSLT, a, bv_zero(t, o->w)));
    return make_2(t, o->op, t->bool_sort, a, k);
}

term build_bv_less(terms *t, enum op op, term a, term b) {
    assert_debug(sort_is_bv(t, sort_of(t, a)));
    assert_debug(sort_of(t, a).id == sort_of(t, b).id);
    term out;
    if (same(a, b)) return t->falsity;
    if (is_value(t, a) && is_value(t, b)) return less_values(t, op, a, b);
    total_order o = {op, width_of(t, a)};
    if (less_ite(t, op, a, b, &out)) return out;
    if (is_value(t, b)) return less_constant(t, &o, a, b);
    if (is_value(t, a)) {
        if (same(a, most_of(t, &o))) return t->falsity;
        return build_not(t, less_constant(t, &o, b, add_small(t, a, 1)));
    }
    if (less_extended(t, op, a, b, &out)) return out;
    return make_2(t, op, t->bool_sort, a, b);
}

term build_bv_less_number(terms *t, enum op op, term x, const mpz_t bound) {
    assert_debug(sort_is_bv(t, sort_of(t, x)));
    total_order o = {op, width_of(t, x)};
    return less_number(t, &o, x, bound);
}

/* ---- overflow ---- */

/* x + k or x - k overflows: a bound on x. */
static term overflow_constant(terms *t, enum op op, term x, term k) {
    uint32_t w = width_of(t, x);
    sort s = sort_of(t, x);
    bool minus = op == OP_BVSSUBO, negative = constant_is_negative(t, k);
    term bound;
    if (op == OP_BVUADDO) {
        bound = build_bv_sum(t, s, 2, (term[]){bv_ones(t, w), k}, (int[]){1, -1});
        return build_bv_less(t, OP_BVULT, bound, x);
    }
    if (is_bv_zero(t, k)) return t->falsity;
    bool below = negative != minus; /* the result gets smaller */
    term limit = below ? least_signed(t, w) : most_signed(t, w);
    bound = build_bv_sum(t, s, 2, (term[]){limit, k}, (int[]){1, minus ? 1 : -1});
    return below ? build_bv_less(t, OP_BVSLT, x, bound) : build_bv_less(t, OP_BVSLT, bound, x);
}

static term overflow_product(terms *t, enum op op, term a, term b) {
    term x = is_value(t, a) ? b : a, k = is_value(t, a) ? a : b;
    uint32_t w = width_of(t, a);
    if (is_bv_zero(t, k) || (is_bv_one(t, k) && (w > 1 || op == OP_BVUMULO))) return t->falsity;
    if (op == OP_BVSMULO && is_bv_ones(t, k)) return build_eq(t, x, least_signed(t, w));
    return make_2(t, op, t->bool_sort, a.id < b.id ? a : b, a.id < b.id ? b : a);
}

term build_bv_overflow(terms *t, enum op op, uint32_t n, const term *args) {
    assert_debug(terms_are_there(t, n, args));
    assert_debug(n >= 1 && n <= 2);
    term a = args[0], b = n > 1 ? args[1] : a;
    uint32_t w = width_of(t, a);
    switch (op) {
    case OP_BVNEGO: return build_eq(t, a, least_signed(t, w));
    case OP_BVUSUBO: return build_bv_less(t, OP_BVULT, a, b);
    case OP_BVSDIVO:
        return term_and(t, build_eq(t, a, least_signed(t, w)), build_eq(t, b, bv_ones(t, w)));
    case OP_BVSSUBO:
        if (is_value(t, b)) return overflow_constant(t, op, a, b);
        return make_2(t, op, t->bool_sort, a, b);
    case OP_BVUADDO:
    case OP_BVSADDO:
        if (is_value(t, b)) return overflow_constant(t, op, a, b);
        if (is_value(t, a)) return overflow_constant(t, op, b, a);
        return make_2(t, op, t->bool_sort, a.id < b.id ? a : b, a.id < b.id ? b : a);
    default: return overflow_product(t, op, a, b);
    }
}
