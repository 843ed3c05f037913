/* Linear sums. See linear.h. */
#include "term/linear.h"
#include "term/term_internal.h"

#include <stdlib.h>

/* Longer sums are operands like any other, so that sums built step by step stay linear in size. */
enum { LONG_SUM = 64 };

/* Words need no pool of values. */
static bool word_op(terms *t, enum op op, term a, term b, term *out) {
    uint64_t x, y;
    if ((op != OP_BVADD && op != OP_BVMUL) || !is_small(t, a, &x) || !is_small(t, b, &y))
        return false;
    return *out = term_bv(t, width_of(t, a), op == OP_BVADD ? x + y : x * y), true;
}

term constant_op(terms *t, enum op bits_op, enum op number_op, term a, term b) {
    assert_debug(is_value(t, a) && is_value(t, b));
    assert_debug(sort_of(t, a).id == sort_of(t, b).id);
    sort s = sort_of(t, a);
    term word;
    if (word_op(t, bits_op, a, b, &word)) return word;
    return fold(t, sort_is_bv(t, s) ? bits_op : number_op, s, 0, 0, 2, (term[]){a, b});
}

term constant_of(terms *t, sort s, int64_t x) {
    assert_debug(sort_is_there(t, s));
    if (sort_is_bv(t, s)) {
        uint32_t w = sort_width(t, s);
        return x == -1 ? bv_ones(t, w)
                       : term_bv(t, w, (uint64_t)x); /* only -1 is asked for of wide ones */
    }
    mpq_t q;
    mpq_init(q);
    mpq_set_si(q, x, 1);
    term a = term_number(t, s, q);
    mpq_clear(q);
    return a;
}

bool constant_is_zero(const terms *t, term a) {
    assert_debug(is_value(t, a));
    return is_op(t, a, OP_NUMBER) ? node_of(t, a)->size == 1 : is_bv_zero(t, a);
}

bool constant_is(terms *t, term a, int64_t x) {
    assert_debug(is_value(t, a));
    if (is_op(t, a, OP_BV))
        return x == 0 ? is_bv_zero(t, a) : x == 1 ? is_bv_one(t, a) : is_bv_ones(t, a);
    return same(a, constant_of(t, sort_of(t, a), x));
}

bool constant_is_negative(const terms *t, term a) {
    assert_debug(is_value(t, a));
    if (is_op(t, a, OP_NUMBER)) return words_of(t, a)[0] & 1;
    uint32_t top = width_of(t, a) - 1;
    return words_of(t, a)[top / 32] >> (top % 32) & 1;
}

static term plus(terms *t, term a, term b) { return constant_op(t, OP_BVADD, OP_ADD, a, b); }
static term times(terms *t, term a, term b) {
    if (constant_is(t, a, 1)) return b;
    return constant_is(t, b, 1) ? a : constant_op(t, OP_BVMUL, OP_MUL, a, b);
}
static term minus(terms *t, term a) { return times(t, a, constant_of(t, sort_of(t, a), -1)); }

bool constant_is_own_negative(terms *t, term a) {
    assert_debug(is_value(t, a));
    return same(a, minus(t, a));
}

void linear_init(terms *t, linear *l, sort s) {
    assert_debug(sort_is_there(t, s));
    *l = (linear){.s = s, .bits = sort_is_bv(t, s), .constant = constant_of(t, s, 0)};
}
void linear_release(linear *l) { vec_release(&l->parts); }

bool linear_is_compound(const terms *t, term a) {
    assert_debug(term_is_there(t, a));
    switch (op_of(t, a)) {
    case OP_BVADD:
    case OP_ADD: return arity_of(t, a) <= LONG_SUM;
    case OP_BVMUL:
    case OP_MUL: return is_value(t, arg_of(t, a, 0));
    case OP_BVNOT:
    case OP_BV:
    case OP_NUMBER: return true;
    case OP_ITE: return is_value(t, arg_of(t, a, 1)) && is_value(t, arg_of(t, a, 2));
    default: return false;
    }
}

/* c*x without its constant; the other factors are ordered already. */
static term other_factors(terms *t, term a) {
    uint32_t n = arity_of(t, a);
    if (n == 2) return arg_of(t, a, 1);
    term_vec *v = scratch_take(t);
    args_append(t, a, v);
    term r = make(t, op_of(t, a), sort_of(t, a), n - 1, v->data + 1);
    scratch_give(t);
    return r;
}

/* ite(c,k,l) = l + (k - l) * ite(c,1,0). */
static void add_ite(terms *t, linear *l, term a, term coefficient) {
    term c = arg_of(t, a, 0), x = arg_of(t, a, 1), y = arg_of(t, a, 2);
    term unit = build_ite(t, c, constant_of(t, l->s, 1), constant_of(t, l->s, 0));
    l->constant = plus(t, l->constant, times(t, coefficient, y));
    coefficient = times(t, coefficient, plus(t, x, minus(t, y)));
    vec_push(&l->parts, ((monomial){unit, coefficient}));
}

void linear_add(terms *t, linear *l, term a, term coefficient) {
    assert_debug(sort_of(t, a).id == l->s.id);
    assert_debug(is_value(t, coefficient));
    if (is_value(t, a)) {
        l->constant = plus(t, l->constant, times(t, coefficient, a));
        return;
    }
    if (!linear_is_compound(t, a)) {
        vec_push(&l->parts, ((monomial){a, coefficient}));
        return;
    }
    switch (op_of(t, a)) {
    case OP_BVADD:
    case OP_ADD:
        for (uint32_t i = 0; i < arity_of(t, a); i++)
            linear_add(t, l, arg_of(t, a, i), coefficient);
        return;
    case OP_BVMUL:
    case OP_MUL: {
        term c = times(t, coefficient, arg_of(t, a, 0));
        linear_add(t, l, other_factors(t, a), c);
        return;
    }
    case OP_BVNOT: /* -x - 1 */
        coefficient = minus(t, coefficient);
        l->constant = plus(t, l->constant, coefficient);
        linear_add(t, l, arg_of(t, a, 0), coefficient);
        return;
    default: add_ite(t, l, a, coefficient); return;
    }
}

static int by_base(const void *x, const void *y) {
    uint32_t a = ((const monomial *)x)->base.id, b = ((const monomial *)y)->base.id;
    return a < b ? -1 : a > b;
}

static void collect(terms *t, linear *l) {
    uint32_t n = 0;
    bool sorted = true;
    for (uint32_t i = 1; sorted && i < l->parts.size; i++)
        sorted = l->parts.data[i - 1].base.id < l->parts.data[i].base.id;
    if (!sorted) qsort(l->parts.data, l->parts.size, sizeof *l->parts.data, by_base);
    for (uint32_t i = 0; i < l->parts.size; i++) {
        monomial m = l->parts.data[i];
        while (i + 1 < l->parts.size && same(l->parts.data[i + 1].base, m.base))
            m.coefficient = plus(t, m.coefficient, l->parts.data[++i].coefficient);
        if (!constant_is_zero(t, m.coefficient)) l->parts.data[n++] = m;
    }
    l->parts.size = n;
}

static uint32_t trailing_zeros(const terms *t, term c) {
    const uint32_t *w = words_of(t, c);
    uint32_t i = 0;
    while (!w[i / 32]) i += 32;
    return i + (uint32_t)__builtin_ctz(w[i / 32]);
}

/* 2^k * ext(x[h:0]) is 2^k * x where the bits that differ are shifted out. */
static bool strip_extension(const terms *t, monomial *m) {
    uint32_t k = trailing_zeros(t, m->coefficient);
    if (!k || (!is_op(t, m->base, OP_ZERO_EXTEND) && !is_op(t, m->base, OP_SIGN_EXTEND)))
        return false;
    term x = arg_of(t, m->base, 0);
    if (!is_op(t, x, OP_EXTRACT) || index_of(t, x, 1) != 0) return false;
    term y = arg_of(t, x, 0);
    if (width_of(t, y) != width_of(t, m->base) || width_of(t, x) + k < width_of(t, y)) return false;
    m->base = y;
    return true;
}

void linear_normalize(terms *t, linear *l) {
    assert_debug(l->constant.id);
    bool again = false;
    collect(t, l);
    if (!l->bits) return;
    vec(monomial) old = {0};
    for (uint32_t i = 0; i < l->parts.size; i++) again |= strip_extension(t, &l->parts.data[i]);
    if (!again) return;
    vec_append(&old, l->parts.data, l->parts.size); /* what was below may be a sum itself */
    vec_clear(&l->parts);
    for (uint32_t i = 0; i < old.size; i++)
        linear_add(t, l, old.data[i].base, old.data[i].coefficient);
    vec_release(&old);
    linear_normalize(t, l);
}

void linear_scale(terms *t, linear *l, term by) {
    assert_debug(is_value(t, by));
    l->constant = times(t, l->constant, by);
    for (uint32_t i = 0; i < l->parts.size; i++)
        l->parts.data[i].coefficient = times(t, l->parts.data[i].coefficient, by);
    collect(t, l);
}

static bool is_unit_ite(const terms *t, term a) {
    return is_op(t, a, OP_ITE) && is_value(t, arg_of(t, a, 1)) && is_value(t, arg_of(t, a, 2));
}

/* offset + c * base; offset is zero but for an ite of constants. */
static term monomial_term(terms *t, const linear *l, monomial m, term offset) {
    enum op mul = l->bits ? OP_BVMUL : OP_MUL;
    if (is_unit_ite(t, m.base)) {
        term x = plus(t, offset, times(t, m.coefficient, arg_of(t, m.base, 1)));
        term y = plus(t, offset, times(t, m.coefficient, arg_of(t, m.base, 2)));
        return build_ite(t, arg_of(t, m.base, 0), x, y);
    }
    if (constant_is(t, m.coefficient, 1)) return m.base;
    if (!is_op(t, m.base, mul)) return make_2(t, mul, l->s, m.coefficient, m.base);
    term_vec *v = scratch_take(t);
    vec_push(v, m.coefficient);
    args_append(t, m.base, v);
    term r = make(t, mul, l->s, v->size, v->data);
    scratch_give(t);
    return r;
}

static term one_part(terms *t, const linear *l) {
    monomial m = l->parts.data[0];
    if (constant_is_zero(t, l->constant) || is_unit_ite(t, m.base))
        return monomial_term(t, l, m, l->constant);
    if (l->bits && constant_is(t, m.coefficient, -1) && constant_is(t, l->constant, -1))
        return build_bv_not(t, m.base); /* the base is no sum: no way back to here */
    return make_2(t, l->bits ? OP_BVADD : OP_ADD, l->s,
                  monomial_term(t, l, m, constant_of(t, l->s, 0)), l->constant);
}

term linear_term(terms *t, const linear *l) {
    assert_debug(l->constant.id);
    if (l->parts.size == 0) return l->constant;
    if (l->parts.size == 1) return one_part(t, l);
    term zero = constant_of(t, l->s, 0);
    term_vec *v = scratch_take(t);
    for (uint32_t i = 0; i < l->parts.size; i++)
        vec_push(v, monomial_term(t, l, l->parts.data[i], zero));
    if (!constant_is_zero(t, l->constant)) vec_push(v, l->constant);
    term r = make(t, l->bits ? OP_BVADD : OP_ADD, l->s, v->size, v->data);
    scratch_give(t);
    return r;
}

void linear_sides(terms *t, const linear *l, term *left, term *right) {
    assert_debug(l->constant.id);
    linear x, y;
    linear_init(t, &x, l->s);
    linear_init(t, &y, l->s);
    for (uint32_t i = 0; i < l->parts.size; i++) {
        monomial m = l->parts.data[i];
        if (!constant_is_negative(t, m.coefficient) || constant_is_own_negative(t, m.coefficient))
            vec_push(&x.parts, m);
        else vec_push(&y.parts, ((monomial){m.base, minus(t, m.coefficient)}));
    }
    y.constant = minus(t, l->constant);
    *left = linear_term(t, &x);
    *right = linear_term(t, &y);
    linear_release(&x);
    linear_release(&y);
}
