/* Equations and ites of any sort. */
#include "term/term_internal.h"

/* How deep a comparison with a constant is pushed into an ite chain, and how often an equation is
 * taken apart. */
enum { ITE_DEPTH = 32, EQ_DEPTH = 64 };

bool ite_of_constants(const terms *t, term a, term *c, term *k, term *l) {
    assert_debug(term_is_there(t, a));
    if (!is_op(t, a, OP_ITE)) return false;
    *c = arg_of(t, a, 0), *k = arg_of(t, a, 1), *l = arg_of(t, a, 2);
    return is_value(t, *k) && is_value(t, *l);
}

/* ---- equations ---- */

static term eq_deep(terms *t, term a, term b, uint32_t depth);

/* ite(c,x,y) = k: pushed in where a branch is a value, so that the formula does not grow. */
static bool eq_ite_value(terms *t, term a, term k, uint32_t depth, term *out) {
    if (!is_op(t, a, OP_ITE) || depth == 0) return false;
    term c = arg_of(t, a, 0), x = arg_of(t, a, 1), y = arg_of(t, a, 2);
    if (!is_value(t, x) && !is_value(t, y)) return false;
    *out = build_ite(t, c, eq_deep(t, x, k, depth - 1), eq_deep(t, y, k, depth - 1));
    return true;
}

/* ite(c,x,y) = x is c or y = x. */
static bool eq_branch(terms *t, term a, term b, term *out) {
    if (!is_op(t, a, OP_ITE)) return false;
    term c = arg_of(t, a, 0), x = arg_of(t, a, 1), y = arg_of(t, a, 2);
    if (same(x, b)) *out = term_or(t, c, build_eq(t, y, b));
    else if (same(y, b)) *out = term_or(t, build_not(t, c), build_eq(t, x, b));
    else return false;
    return true;
}

/* Two ites on one condition that agree in a branch. */
static bool eq_two_ites(terms *t, term a, term b, term *out) {
    if (!is_op(t, a, OP_ITE) || !is_op(t, b, OP_ITE) || !same(arg_of(t, a, 0), arg_of(t, b, 0)))
        return false;
    term c = arg_of(t, a, 0), x = arg_of(t, a, 1), y = arg_of(t, a, 2), u = arg_of(t, b, 1),
         v = arg_of(t, b, 2);
    if (same(x, u)) *out = term_or(t, c, build_eq(t, y, v));
    else if (same(y, v)) *out = term_or(t, build_not(t, c), build_eq(t, x, u));
    else return false;
    return true;
}

static term eq_bool(terms *t, term a, term b) {
    if (is_value(t, b)) return term_is_true(t, b) ? a : build_not(t, a);
    if (is_value(t, a)) return term_is_true(t, a) ? b : build_not(t, b);
    bool flip = false;
    if (is_op(t, a, OP_NOT)) a = arg_of(t, a, 0), flip = !flip;
    if (is_op(t, b, OP_NOT)) b = arg_of(t, b, 0), flip = !flip;
    term r = same(a, b) ? t->truth
                        : make_2(t, OP_EQ, t->bool_sort, a.id < b.id ? a : b, a.id < b.id ? b : a);
    return flip ? build_not(t, r) : r;
}

/* store(a,i,v) = a says a[i] = v. */
static bool eq_array(terms *t, term a, term b, term *out) {
    if (term_is_const(t, a) && term_is_const(t, b)) {
        *out = fold(t, OP_EQ, t->bool_sort, 0, 0, 2, (term[]){a, b});
        return true;
    }
    for (int side = 0; side < 2; side++) {
        if (is_op(t, a, OP_STORE) && same(arg_of(t, a, 0), b)) {
            *out = build_eq(t, build_select(t, b, arg_of(t, a, 1)), arg_of(t, a, 2));
            return true;
        }
        term swap = a;
        a = b, b = swap;
    }
    return false;
}

static term eq_deep(terms *t, term a, term b, uint32_t depth) {
    if (same(a, b)) return t->truth;
    if (is_value(t, a) && is_value(t, b))
        return t->falsity; /* values of one sort are unique terms */
    if (term_is_bool(t, a)) return eq_bool(t, a, b);
    if (is_value(t, a) || (!is_value(t, b) && b.id < a.id)) {
        term swap = a;
        a = b, b = swap;
    }
    term out;
    if (is_value(t, b) && eq_ite_value(t, a, b, depth, &out)) return out;
    if (eq_branch(t, a, b, &out) || eq_branch(t, b, a, &out) || eq_two_ites(t, a, b, &out))
        return out;
    switch (sort_kind_of(t, sort_of(t, a))) {
    case SORT_BV:
        if (eq_bv(t, a, b, &out)) return out;
        break;
    case SORT_INT:
    case SORT_REAL: return build_arith_eq(t, a, b);
    case SORT_ARRAY:
        if (eq_array(t, a, b, &out)) return out;
        break;
    default: break;
    }
    return make_2(t, OP_EQ, t->bool_sort, a, b);
}

/* Without any rule but the order of the sides. */
static term eq_plain(terms *t, term a, term b) {
    if (same(a, b)) return t->truth;
    if (is_value(t, a) && is_value(t, b)) return t->falsity;
    bool swap = is_value(t, a) || (!is_value(t, b) && b.id < a.id);
    return make_2(t, OP_EQ, t->bool_sort, swap ? b : a, swap ? a : b);
}

term build_eq(terms *t, term a, term b) {
    assert_debug(sort_of(t, a).id == sort_of(t, b).id);
    if (t->depth > EQ_DEPTH) return eq_plain(t, a, b);
    t->depth++;
    term r = eq_deep(t, a, b, ITE_DEPTH);
    t->depth--;
    return r;
}

term eq_again(terms *t, term x, term y, term a, term b) {
    bool same_sides = (same(x, a) && same(y, b)) || (same(x, b) && same(y, a));
    if (!same_sides) return build_eq(t, x, y);
    return is_value(t, x) ? make_2(t, OP_EQ, t->bool_sort, y, x)
                          : make_2(t, OP_EQ, t->bool_sort, x, y);
}

/* ---- ite ---- */

static term ite_bool(terms *t, term c, term a, term b) {
    term not_c = build_not(t, c);
    if (term_is_true(t, a) || same(a, c)) return term_or(t, c, b);
    if (term_is_false(t, a) || same(a, not_c)) return term_and(t, not_c, b);
    if (term_is_true(t, b) || same(b, not_c)) return term_or(t, not_c, a);
    if (term_is_false(t, b) || same(b, c)) return term_and(t, c, a);
    if (same(a, build_not(t, b))) return build_eq(t, c, a);
    bool flip = is_op(t, a, OP_NOT);
    if (flip) a = arg_of(t, a, 0), b = build_not(t, b);
    term r = make_3(t, OP_ITE, t->bool_sort, c, a, b);
    return flip ? build_not(t, r) : r;
}

/* A branch that asks the same condition again knows the answer. */
static term branch_under(terms *t, term c, bool holds, term a) {
    bool negated = is_op(t, a, OP_NOT);
    term x = negated ? arg_of(t, a, 0) : a;
    if (!is_op(t, x, OP_ITE) || !same(arg_of(t, x, 0), c)) return a;
    x = arg_of(t, x, holds ? 1 : 2);
    return negated ? build_not(t, x) : x;
}

/* ite(c, x, ite(d, x, y)) and its three siblings join the conditions. */
static bool ite_join(terms *t, term c, term a, term b, term *out) {
    if (is_op(t, b, OP_ITE)) {
        term d = arg_of(t, b, 0), x = arg_of(t, b, 1), y = arg_of(t, b, 2);
        if (same(x, a)) return *out = build_ite(t, term_or(t, c, d), a, y), true;
        if (same(y, a)) return *out = build_ite(t, term_or(t, c, build_not(t, d)), a, x), true;
    }
    if (is_op(t, a, OP_ITE)) {
        term d = arg_of(t, a, 0), x = arg_of(t, a, 1), y = arg_of(t, a, 2);
        if (same(y, b)) return *out = build_ite(t, term_and(t, c, d), x, b), true;
        if (same(x, b)) return *out = build_ite(t, term_and(t, c, build_not(t, d)), y, b), true;
    }
    return false;
}

/* ite(x = k, k, x) is x; ite(b = 1, 1, 0) is b extended. */
static bool ite_of_equation(terms *t, term c, term a, term b, term *out) {
    if (!is_op(t, c, OP_EQ)) return false;
    term x = arg_of(t, c, 0), y = arg_of(t, c, 1);
    if ((same(x, a) && same(y, b)) || (same(x, b) && same(y, a))) return *out = b, true;
    if (!sort_is_bv(t, sort_of(t, a)) || !sort_is_bv(t, sort_of(t, x)) || width_of(t, x) != 1)
        return false;
    if (!is_bv_one(t, y) || !is_bv_one(t, a) || !is_bv_zero(t, b)) return false;
    return *out = term_zext(t, x, width_of(t, a)), true;
}

/* ite(isNaN x, NaN, x) is x. */
static bool ite_of_nan(terms *t, term c, term a, term b) {
    if (!is_op(t, c, OP_FP_IS_NAN) || !is_op(t, a, OP_FP) ||
        !same(a, fp_const_nan(t, sort_of(t, a))))
        return false;
    return same(c, build(t, OP_FP_IS_NAN, t->bool_sort, 0, 0, 1, &b));
}

term build_ite(terms *t, term c, term a, term b) {
    assert_debug(term_is_bool(t, c));
    assert_debug(sort_of(t, a).id == sort_of(t, b).id);
    if (is_value(t, c)) return term_is_true(t, c) ? a : b;
    if (is_op(t, c, OP_NOT)) {
        term swap = a;
        c = arg_of(t, c, 0), a = b, b = swap;
    }
    a = branch_under(t, c, true, a);
    b = branch_under(t, c, false, b);
    if (same(a, b)) return a;
    if (term_is_bool(t, a)) return ite_bool(t, c, a, b);
    term out;
    if (ite_of_nan(t, c, a, b)) return b;
    if (ite_of_equation(t, c, a, b, &out) || ite_join(t, c, a, b, &out)) return out;
    return make_3(t, OP_ITE, sort_of(t, a), c, a, b);
}
