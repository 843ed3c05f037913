/* Integers and reals: sums as in linear.h, and comparisons in one form.
 *
 * A comparison is sum <= constant: for integers divided by the gcd of its coefficients and the
 * bound rounded, for reals divided by the first coefficient. The first coefficient is positive (the
 * mirrored comparison is a negation), parts with negative coefficients stand on the right. Integers
 * know only <=. */
#include "term/linear.h"
#include "term/term_internal.h"

static void load(terms *t, linear *l, term a, term b) {
    sort s = sort_of(t, a);
    linear_init(t, l, s);
    linear_add(t, l, a, constant_of(t, s, 1));
    linear_add(t, l, b, constant_of(t, s, -1));
    linear_normalize(t, l);
}

static void scale_by(terms *t, linear *l, const mpq_t q) {
    for (uint32_t i = 0; i <= l->parts.size; i++) {
        term *c = i < l->parts.size ? &l->parts.data[i].coefficient : &l->constant;
        mpq_t x;
        mpq_init(x);
        term_get_mpq(t, *c, x);
        mpq_mul(x, x, q);
        if (l->s.id == t->int_sort.id) { /* only the bound need not be divisible; round it down */
            mpz_fdiv_q(mpq_numref(x), mpq_numref(x), mpq_denref(x));
            mpz_set_ui(mpq_denref(x), 1);
        }
        *c = term_number(t, l->s, x);
        mpq_clear(x);
    }
}

/* |first coefficient| for reals, the gcd of all coefficients for integers; positive. */
static void content(terms *t, const linear *l, mpq_t out) {
    mpz_t g, x;
    mpz_inits(g, x, NULL);
    if (l->s.id == t->real_sort.id) {
        term_get_mpq(t, l->parts.data[0].coefficient, out);
        mpq_abs(out, out);
    } else {
        for (uint32_t i = 0; i < l->parts.size; i++) {
            term_get_mpz(t, l->parts.data[i].coefficient, x);
            mpz_gcd(g, g, x);
        }
        mpq_set_z(out, g);
    }
    mpz_clears(g, x, NULL);
}

static term minus_one(terms *t, const linear *l) { return constant_of(t, l->s, -1); }

/* Is the constant divisible by the gcd? */
static bool has_integer_solution(terms *t, const linear *l) {
    mpq_t g;
    mpz_t c;
    mpq_init(g);
    mpz_init(c);
    content(t, l, g);
    bool ok = term_get_mpz(t, l->constant, c) && mpz_divisible_p(c, mpq_numref(g));
    mpz_clear(c);
    mpq_clear(g);
    return ok;
}

static void primitive(terms *t, linear *l) {
    mpq_t g;
    mpq_init(g);
    content(t, l, g);
    mpq_inv(g, g);
    scale_by(t, l, g);
    mpq_clear(g);
}

term build_arith_eq(terms *t, term a, term b) {
    assert_debug(sort_of(t, a).id == sort_of(t, b).id);
    linear l;
    load(t, &l, a, b);
    term r, x, y;
    if (l.parts.size == 0) r = term_bool(t, constant_is_zero(t, l.constant));
    else if (l.s.id == t->int_sort.id && !has_integer_solution(t, &l)) r = t->falsity;
    else {
        if (constant_is_negative(t, l.parts.data[0].coefficient))
            linear_scale(t, &l, minus_one(t, &l));
        primitive(t, &l);
        linear_sides(t, &l, &x, &y);
        r = eq_again(t, x, y, a, b);
    }
    linear_release(&l);
    return r;
}

/* The sum, its first coefficient positive, compared with zero. */
static term compare_sides(terms *t, enum op op, const linear *l) {
    term x, y;
    linear_sides(t, l, &x, &y);
    return make_2(t, op, t->bool_sort, x, y);
}

/* sum <= 0 for integers: sum' + c <= 0 with the bound -c rounded down, that is c rounded up. */
static term int_at_most_zero(terms *t, linear *l) {
    bool flip = constant_is_negative(t, l->parts.data[0].coefficient);
    if (flip) { /* s <= 0 iff not (-s <= -1) iff not (-s + 1 <= 0) */
        linear_scale(t, l, minus_one(t, l));
        l->constant = constant_op(t, OP_BVADD, OP_ADD, l->constant, constant_of(t, l->s, 1));
    }
    l->constant = constant_op(t, OP_BVMUL, OP_MUL, l->constant, minus_one(t, l));
    primitive(t, l); /* rounds the bound down */
    l->constant = constant_op(t, OP_BVMUL, OP_MUL, l->constant, minus_one(t, l));
    term r = compare_sides(t, OP_LE, l);
    return flip ? build_not(t, r) : r;
}

/* sum <= 0 or sum < 0 for reals. */
static term real_compare(terms *t, enum op op, linear *l) {
    bool flip = constant_is_negative(t, l->parts.data[0].coefficient);
    if (flip) {
        linear_scale(t, l, minus_one(t, l));
        op = op == OP_LE ? OP_LT : OP_LE;
    }
    primitive(t, l);
    term r = compare_sides(t, op, l);
    return flip ? build_not(t, r) : r;
}

static term decide(terms *t, enum op op, term constant) {
    bool zero = constant_is_zero(t, constant), negative = constant_is_negative(t, constant);
    return term_bool(t, negative || (zero && op == OP_LE));
}

/* offset + coefficient * ite(c,1,0) against zero: a condition. */
static bool compare_ite(terms *t, enum op op, const linear *l, term *out) {
    term c, k, m, x = l->parts.data[0].base;
    if (l->parts.size != 1 || !ite_of_constants(t, x, &c, &k, &m)) return false;
    term with = constant_op(t, OP_BVADD, OP_ADD, l->constant, l->parts.data[0].coefficient);
    return *out = build_ite(t, c, decide(t, op, with), decide(t, op, l->constant)), true;
}

static term build_number_compare(terms *t, enum op op, term a, term b) {
    linear l;
    load(t, &l, a, b);
    term r;
    bool integers = l.s.id == t->int_sort.id;
    if (l.parts.size == 0) r = decide(t, op, l.constant);
    else if (compare_ite(t, op, &l, &r)) (void)r;
    else if (integers) {
        if (op == OP_LT)
            l.constant = constant_op(t, OP_BVADD, OP_ADD, l.constant, constant_of(t, l.s, 1));
        r = int_at_most_zero(t, &l);
    } else r = real_compare(t, op, &l);
    linear_release(&l);
    return r;
}

static term build_divide(terms *t, sort s, term a, term b) {
    if (!is_value(t, b)) return make_2(t, OP_DIVIDE, s, a, b);
    if (constant_is_zero(t, b)) return b;
    term one = constant_of(t, s, 1);
    return build_bv_product(t, s, 2, (term[]){fold(t, OP_DIVIDE, s, 0, 0, 2, (term[]){one, b}), a});
}

static term build_int_divide(terms *t, enum op op, sort s, term a, term b) {
    if (is_value(t, a) && is_value(t, b)) return fold(t, op, s, 0, 0, 2, (term[]){a, b});
    if (is_value(t, b)) {
        if (constant_is_zero(t, b)) return op == OP_MOD ? a : b;
        if (constant_is(t, b, 1)) return op == OP_MOD ? constant_of(t, s, 0) : a;
        if (constant_is(t, b, -1))
            return op == OP_MOD ? constant_of(t, s, 0) : build_bv_product(t, s, 2, (term[]){b, a});
    }
    return make_2(t, op, s, a, b);
}

/* Is this a sum over integers only, moved into the reals? */
static term build_to_int(terms *t, enum op op, term a) {
    if (is_op(t, a, OP_TO_REAL)) return op == OP_IS_INT ? t->truth : arg_of(t, a, 0);
    return make_1(t, op, op == OP_IS_INT ? t->bool_sort : t->int_sort, a);
}

static term build_abs(terms *t, sort s, term a) {
    term negative = build_number_compare(t, OP_LT, a, constant_of(t, s, 0));
    return build_ite(t, negative, build_bv_sum(t, s, 1, &a, (int[]){-1}), a);
}

static term build_difference(terms *t, sort s, uint32_t n, const term *args) {
    linear l;
    linear_init(t, &l, s);
    for (uint32_t i = 0; i < n; i++)
        linear_add(t, &l, args[i], constant_of(t, s, i || n == 1 ? -1 : 1));
    linear_normalize(t, &l);
    term r = linear_term(t, &l);
    linear_release(&l);
    return r;
}

static term build_divisible(terms *t, uint32_t by, term a) {
    term rest = build_int_divide(t, OP_MOD, t->int_sort, a, term_int(t, by));
    return build_eq(t, rest, term_int(t, 0));
}

term build_arith(terms *t, enum op op, sort s, uint32_t i0, uint32_t n, const term *args) {
    assert_debug(terms_are_there(t, n, args));
    assert_debug(n >= 1);
    assert_debug(sort_is_there(t, s));
    switch (op) {
    case OP_ADD: return build_bv_sum(t, s, n, args, NULL);
    case OP_SUB:
    case OP_NEG: return build_difference(t, s, n, args);
    case OP_MUL: return build_bv_product(t, s, n, args);
    case OP_DIVIDE: return build_divide(t, s, args[0], args[1]);
    case OP_INT_DIV:
    case OP_MOD: return build_int_divide(t, op, s, args[0], args[1]);
    case OP_ABS: return build_abs(t, s, args[0]);
    case OP_LE:
    case OP_LT: return build_number_compare(t, op, args[0], args[1]);
    case OP_GE: return build_number_compare(t, OP_LE, args[1], args[0]);
    case OP_GT: return build_number_compare(t, OP_LT, args[1], args[0]);
    case OP_TO_REAL: return make_1(t, op, s, args[0]);
    case OP_TO_INT:
    case OP_IS_INT: return build_to_int(t, op, args[0]);
    default: return build_divisible(t, i0, args[0]);
    }
}
