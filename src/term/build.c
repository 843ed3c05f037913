/* Applications: well-sorted or refused, constants folded, the rest to the normalizing constructor
 * of its theory. */
#include "term/value_internal.h"

static values *folding(terms *t) {
    if (!t->folding) t->folding = values_new(t);
    return t->folding;
}

term fold(terms *t, enum op op, sort s, uint32_t i0, uint32_t i1, uint32_t n, const term *args) {
    assert_debug(op_table[op].indices <= 2);
    assert_debug(sort_is_there(t, s));
    values *v = folding(t);
    vec(value) many = {0};
    value few[8], *x = few;
    if (n > 8) {
        vec_resize(&many, n);
        x = many.data;
    }
    for (uint32_t i = 0; i < n; i++) x[i] = value_of_term(v, args[i]);
    term a = value_to_term(v, value_apply(v, op, s, i0, i1, n, x));
    vec_release(&many);
    values_clear(v);
    return a;
}

static bool all_values(const terms *t, uint32_t n, const term *args) {
    for (uint32_t i = 0; i < n; i++)
        if (!is_value(t, args[i])) return false;
    return true;
}

static term build_xor(terms *t, uint32_t n, const term *args) {
    term a = args[0];
    for (uint32_t i = 1; i < n; i++) a = build_not(t, build_eq(t, a, args[i]));
    return a;
}

static term build_implies(terms *t, uint32_t n, const term *args) {
    term_vec *v = scratch_take(t);
    for (uint32_t i = 0; i + 1 < n; i++) vec_push(v, build_not(t, args[i]));
    vec_push(v, args[n - 1]);
    term a = build_and_or(t, OP_OR, v->size, v->data);
    scratch_give(t);
    return a;
}

static term build_distinct(terms *t, uint32_t n, const term *args) {
    term_vec *v = scratch_take(t);
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t j = i + 1; j < n; j++)
            vec_push(v, build_not(t, build_eq(t, args[i], args[j])));
    term a = build_and_or(t, OP_AND, v->size, v->data);
    scratch_give(t);
    return a;
}

static term build_core(terms *t, enum op op, uint32_t n, const term *args) {
    switch (op) {
    case OP_NOT: return build_not(t, args[0]);
    case OP_AND:
    case OP_OR: return build_and_or(t, op, n, args);
    case OP_XOR: return build_xor(t, n, args);
    case OP_IMPLIES: return build_implies(t, n, args);
    case OP_EQ: return build_eq(t, args[0], args[1]);
    case OP_DISTINCT: return build_distinct(t, n, args);
    default: return build_ite(t, args[0], args[1], args[2]);
    }
}

/* a <= b is not (b < a): one atom for a comparison and its negation. */
static term build_compare(terms *t, enum op op, term a, term b) {
    switch (op) {
    case OP_BVULT:
    case OP_BVSLT: return build_bv_less(t, op, a, b);
    case OP_BVULE: return build_not(t, build_bv_less(t, OP_BVULT, b, a));
    case OP_BVUGT: return build_bv_less(t, OP_BVULT, b, a);
    case OP_BVUGE: return build_not(t, build_bv_less(t, OP_BVULT, a, b));
    case OP_BVSLE: return build_not(t, build_bv_less(t, OP_BVSLT, b, a));
    case OP_BVSGT: return build_bv_less(t, OP_BVSLT, b, a);
    default: return build_not(t, build_bv_less(t, OP_BVSLT, a, b)); /* BVSGE */
    }
}

static term rotate_left(terms *t, uint32_t by, term a) {
    uint32_t w = width_of(t, a);
    by %= w;
    if (!by) return a;
    term parts[2] = {build_extract(t, w - by - 1, 0, a), build_extract(t, w - 1, w - by, a)};
    return build_concat(t, 2, parts);
}

static term repeat(terms *t, uint32_t times, term a) {
    term_vec *v = scratch_take(t);
    for (uint32_t i = 0; i < times; i++) vec_push(v, a);
    term r = build_concat(t, v->size, v->data);
    scratch_give(t);
    return r;
}

static term build_slice(terms *t, enum op op, uint32_t i0, uint32_t i1, uint32_t n,
                        const term *args) {
    switch (op) {
    case OP_CONCAT: return build_concat(t, n, args);
    case OP_EXTRACT: return build_extract(t, i0, i1, args[0]);
    case OP_ZERO_EXTEND:
    case OP_SIGN_EXTEND: return build_extend(t, op, i0, args[0]);
    case OP_ROTATE_LEFT: return rotate_left(t, i0, args[0]);
    case OP_ROTATE_RIGHT:
        return rotate_left(t, width_of(t, args[0]) - i0 % width_of(t, args[0]), args[0]);
    default: return repeat(t, i0, args[0]);
    }
}

static term build_bv(terms *t, enum op op, sort s, uint32_t n, const term *args) {
    switch (op) {
    case OP_BVNOT: return build_bv_not(t, args[0]);
    case OP_BVNEG: return build_bv_sum(t, s, 1, args, (int[]){-1});
    case OP_BVAND:
    case OP_BVOR:
    case OP_BVXOR: return build_bv_bitwise(t, op, s, n, args);
    case OP_BVNAND: return build_bv_not(t, build_bv_bitwise(t, OP_BVAND, s, n, args));
    case OP_BVNOR: return build_bv_not(t, build_bv_bitwise(t, OP_BVOR, s, n, args));
    case OP_BVXNOR: return build_bv_not(t, build_bv_bitwise(t, OP_BVXOR, s, n, args));
    case OP_BVADD: return build_bv_sum(t, s, n, args, NULL);
    case OP_BVSUB: return build_bv_sum(t, s, 2, args, (int[]){1, -1});
    case OP_BVMUL: return build_bv_product(t, s, n, args);
    case OP_BVUDIV:
    case OP_BVUREM:
    case OP_BVSDIV:
    case OP_BVSREM:
    case OP_BVSMOD: return build_bv_divide(t, op, s, args[0], args[1]);
    case OP_BVSHL:
    case OP_BVLSHR:
    case OP_BVASHR: return build_bv_shift(t, op, s, args[0], args[1]);
    case OP_BVCOMP:
        return build_ite(t, build_eq(t, args[0], args[1]), term_bv(t, 1, 1), term_bv(t, 1, 0));
    default: return build_compare(t, op, args[0], args[1]);
    }
}

term build(terms *t, enum op op, sort s, uint32_t i0, uint32_t i1, uint32_t n, const term *args) {
    assert_debug(op > 0 && op < OP_COUNT);
    assert_debug(sort_is_there(t, s));
    if (op > OP_ITE && op < OP_SELECT && all_values(t, n, args))
        return fold(t, op, s, i0, i1, n, args);
    if (op <= OP_ITE) return build_core(t, op, n, args);
    if (op >= OP_CONCAT && op <= OP_REPEAT) return build_slice(t, op, i0, i1, n, args);
    if (op_is_overflow(op)) return build_bv_overflow(t, op, n, args);
    if (op < OP_FP_ABS) return build_bv(t, op, s, n, args);
    if (op <= OP_FP_TO_BITS) return build_fp(t, op, s, i0, i1, n, args);
    if (op < OP_SELECT) return build_arith(t, op, s, i0, n, args);
    if (op == OP_SELECT) return build_select(t, args[0], args[1]);
    return build_store(t, args[0], args[1], args[2]);
}

term term_app_indexed(terms *t, enum op op, uint32_t i0, uint32_t i1, uint32_t n,
                      const term *args) {
    assert_debug(op > 0 && op < OP_COUNT);
    assert_debug(terms_are_there(t, n, args));
    const char *why = "";
    sort s = op_sort(t, op, i0, i1, n, args, &why);
    require(s.id, "%s of %u arguments: expected %s", op_table[op].name, n, why);
    term_vec *copy = NULL; /* the caller's arguments may lie in the bank's own scratch or table */
    if (n > 3) {
        copy = scratch_take(t);
        vec_append(copy, args, n);
        args = copy->data;
    }
    term a = build(t, op, s, i0, i1, n, args);
    if (copy) scratch_give(t);
    return a;
}

term term_app(terms *t, enum op op, uint32_t n, const term *args) {
    assert_debug(!op_table[op].indices);
    return term_app_indexed(t, op, 0, 0, n, args);
}

term term_and_n(terms *t, uint32_t n, const term *args) {
    assert_debug(terms_are_there(t, n, args));
    return n ? term_app(t, OP_AND, n, args) : t->truth;
}
term term_or_n(terms *t, uint32_t n, const term *args) {
    assert_debug(terms_are_there(t, n, args));
    return n ? term_app(t, OP_OR, n, args) : t->falsity;
}

term term_zext(terms *t, term a, uint32_t width) {
    assert_debug(term_is_there(t, a) && sort_is_bv(t, sort_of(t, a)));
    uint32_t w = term_width(t, a);
    require(width >= w, "zero extension from %u to %u bits", w, width);
    return width == w ? a : term_app_indexed(t, OP_ZERO_EXTEND, width - w, 0, 1, &a);
}
term term_sext(terms *t, term a, uint32_t width) {
    assert_debug(term_is_there(t, a) && sort_is_bv(t, sort_of(t, a)));
    uint32_t w = term_width(t, a);
    require(width >= w, "sign extension from %u to %u bits", w, width);
    return width == w ? a : term_app_indexed(t, OP_SIGN_EXTEND, width - w, 0, 1, &a);
}

term term_const_array(terms *t, sort array, term element) {
    assert_debug(sort_kind_of(t, array) == SORT_ARRAY);
    require(sort_element(t, array).id == sort_of(t, element).id,
            "a constant array needs an element of its sort");
    return make_1(t, OP_CONST_ARRAY, array, element);
}

term term_rebuild(terms *t, term like, const term *args) {
    assert_debug(term_is_there(t, like));
    assert_debug(terms_are_there(t, arity_of(t, like), args));
    const node n = *node_of(t, like);
    if (n.op < OP_CONST_ARRAY) return like;
    if (n.op == OP_CONST_ARRAY) return term_const_array(t, (sort){n.sort}, args[0]);
    uint32_t indices = op_table[n.op].indices;
    uint32_t i0 = indices > 0 ? index_of(t, like, 0) : 0,
             i1 = indices > 1 ? index_of(t, like, 1) : 0;
    return term_app_indexed(t, (enum op)n.op, i0, i1, n.size - indices, args);
}
