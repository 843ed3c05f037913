/* extract, concat, zero and sign extension.
 *
 * Leading zeros are a zero extension, trailing zeros a product with a power of two, adjacent slices
 * of one term one slice: a word taken apart into bytes and put together again is that word. */
#include "term/linear.h"
#include "term/term_internal.h"

/* How far a slice is pushed into a term, at most. */
enum { SLICE_DEPTH = 64 };

static term raw_extract(terms *t, uint32_t high, uint32_t low, term a) {
    return make_indexed(t, OP_EXTRACT, sort_bv(t, high - low + 1), high, low, 1, &a);
}

/* Highest first; `top` is the width of what is left. */
static term extract_concat(terms *t, uint32_t high, uint32_t low, term a) {
    term_vec *v = scratch_take(t);
    uint32_t top = width_of(t, a);
    for (uint32_t i = 0; i < arity_of(t, a); i++) {
        term x = arg_of(t, a, i);
        uint32_t base = top - width_of(t, x);
        if (base <= high && low < top)
            vec_push(v, build_extract(t, (high < top ? high : top - 1) - base,
                                      low > base ? low - base : 0, x));
        top = base;
    }
    term r = build_concat(t, v->size, v->data);
    scratch_give(t);
    return r;
}

static term extract_extension(terms *t, uint32_t high, uint32_t low, term a) {
    term x = arg_of(t, a, 0);
    uint32_t w = width_of(t, x);
    bool zero = is_op(t, a, OP_ZERO_EXTEND);
    if (high < w) return build_extract(t, high, low, x);
    if (low >= w && zero) return bv_zero(t, high - low + 1);
    uint32_t width = high - low + 1;
    x = build_extract(t, w - 1, low < w ? low : w - 1, x);
    return build_extend(t, zero ? OP_ZERO_EXTEND : OP_SIGN_EXTEND, width - width_of(t, x), x);
}

/* A slice of x * 2^k. */
static bool extract_shifted(terms *t, uint32_t high, uint32_t low, term a, term *out) {
    uint64_t c;
    if (arity_of(t, a) != 2 || !is_small(t, arg_of(t, a, 0), &c) || !c || (c & (c - 1)))
        return false;
    uint32_t k = (uint32_t)__builtin_ctzll(c);
    term x = arg_of(t, a, 1);
    if (high < k) *out = bv_zero(t, high - low + 1);
    else if (low >= k) *out = build_extract(t, high - k, low - k, x);
    else {
        term parts[2] = {build_extract(t, high - k, 0, x), bv_zero(t, k - low)};
        *out = build_concat(t, 2, parts);
    }
    return true;
}

/* Are the low bits of `a` simpler than a slice of it? */
static bool narrows(const terms *t, term a, uint32_t width) {
    switch (op_of(t, a)) {
    case OP_BV: return true;
    case OP_ZERO_EXTEND:
    case OP_SIGN_EXTEND: return width_of(t, arg_of(t, a, 0)) <= width;
    case OP_ITE: return is_value(t, arg_of(t, a, 1)) && is_value(t, arg_of(t, a, 2));
    case OP_BVMUL:
        for (uint32_t i = 0; i < arity_of(t, a); i++)
            if (!narrows(t, arg_of(t, a, i), width)) return false;
        return true;
    default: return false;
    }
}

/* The low bits of a sum or product of extensions: computed in the narrow width. */
static bool extract_arithmetic(terms *t, uint32_t width, term a, term *out) {
    for (uint32_t i = 0; i < arity_of(t, a); i++)
        if (!narrows(t, arg_of(t, a, i), width)) return false;
    term_vec *v = scratch_take(t);
    for (uint32_t i = 0; i < arity_of(t, a); i++)
        vec_push(v, build_extract(t, width - 1, 0, arg_of(t, a, i)));
    *out = is_op(t, a, OP_BVADD) ? build_bv_sum(t, sort_bv(t, width), v->size, v->data, NULL)
                                 : build_bv_product(t, sort_bv(t, width), v->size, v->data);
    scratch_give(t);
    return true;
}

/* A slice of x op constant. */
static bool extract_bitwise(terms *t, uint32_t high, uint32_t low, term a, term *out) {
    if (arity_of(t, a) != 2 || !is_value(t, arg_of(t, a, 1))) return false;
    term_vec *v = scratch_take(t);
    for (uint32_t i = 0; i < arity_of(t, a); i++)
        vec_push(v, build_extract(t, high, low, arg_of(t, a, i)));
    *out = build_bv_bitwise(t, op_of(t, a), sort_bv(t, high - low + 1), v->size, v->data);
    scratch_give(t);
    return true;
}

static term extract_into(terms *t, uint32_t high, uint32_t low, term a) {
    term out, c, k, l;
    switch (op_of(t, a)) {
    case OP_BV: return fold(t, OP_EXTRACT, sort_bv(t, high - low + 1), high, low, 1, &a);
    case OP_EXTRACT: {
        uint32_t by = index_of(t, a, 1);
        return build_extract(t, high + by, low + by, arg_of(t, a, 0));
    }
    case OP_CONCAT: return extract_concat(t, high, low, a);
    case OP_ZERO_EXTEND:
    case OP_SIGN_EXTEND: return extract_extension(t, high, low, a);
    case OP_BVNOT: return build_bv_not(t, build_extract(t, high, low, arg_of(t, a, 0)));
    case OP_BVMUL:
        if (extract_shifted(t, high, low, a, &out)) return out;
        if (low == 0 && extract_arithmetic(t, high + 1, a, &out)) return out;
        break;
    case OP_BVADD:
        if (low == 0 && extract_arithmetic(t, high + 1, a, &out)) return out;
        break;
    case OP_BVAND:
    case OP_BVOR:
    case OP_BVXOR:
        if (extract_bitwise(t, high, low, a, &out)) return out;
        break;
    case OP_ITE:
        if (ite_of_constants(t, a, &c, &k, &l))
            return build_ite(t, c, build_extract(t, high, low, k), build_extract(t, high, low, l));
        break;
    default: break;
    }
    return raw_extract(t, high, low, a);
}

term build_extract(terms *t, uint32_t high, uint32_t low, term a) {
    assert_debug(low <= high);
    assert_debug(high < width_of(t, a));
    if (low == 0 && high + 1 == width_of(t, a)) return a;
    if (t->depth > SLICE_DEPTH) return raw_extract(t, high, low, a);
    t->depth++;
    term r = extract_into(t, high, low, a);
    t->depth--;
    return r;
}

/* ---- concat ---- */

/* Append a piece, split where it is a concatenation or an extension itself. */
static void push_piece(terms *t, term_vec *v, term a) {
    if (is_op(t, a, OP_CONCAT)) {
        for (uint32_t i = 0; i < arity_of(t, a); i++) push_piece(t, v, arg_of(t, a, i));
    } else if (is_op(t, a, OP_ZERO_EXTEND)) {
        push_piece(t, v, bv_zero(t, index_of(t, a, 0)));
        push_piece(t, v, arg_of(t, a, 0));
    } else vec_push(v, a);
}

static bool join_pieces(terms *t, term high, term low, term *out) {
    if (is_op(t, high, OP_BV) && is_op(t, low, OP_BV)) {
        uint32_t w = width_of(t, high) + width_of(t, low);
        return *out = fold(t, OP_CONCAT, sort_bv(t, w), 0, 0, 2, (term[]){high, low}), true;
    }
    if (!is_op(t, high, OP_EXTRACT) || !is_op(t, low, OP_EXTRACT)) return false;
    if (!same(arg_of(t, high, 0), arg_of(t, low, 0)) ||
        index_of(t, high, 1) != index_of(t, low, 0) + 1)
        return false;
    return *out = build_extract(t, index_of(t, high, 0), index_of(t, low, 1), arg_of(t, low, 0)),
           true;
}

static void join_all(terms *t, term_vec *v) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < v->size; i++) {
        term a = v->data[i], joined;
        while (n && join_pieces(t, v->data[n - 1], a, &joined)) {
            a = joined;
            n--;
        }
        v->data[n++] = a;
    }
    v->size = n;
}

static term pieces_term(terms *t, uint32_t n, const term *pieces) {
    if (n == 1) return pieces[0];
    uint64_t w = 0;
    for (uint32_t i = 0; i < n; i++) w += width_of(t, pieces[i]);
    return make(t, OP_CONCAT, sort_bv(t, (uint32_t)w), n, pieces);
}

/* The pieces without the zeros at both ends; the zeros become an extension and a power of two. */
static term concat_trimmed(terms *t, uint32_t n, const term *v) {
    uint32_t above = 0, below = 0;
    if (n > 1 && is_bv_zero(t, v[0])) above = width_of(t, v[0]), v++, n--;
    if (n > 1 && is_bv_zero(t, v[n - 1])) below = width_of(t, v[n - 1]), n--;
    term a = pieces_term(t, n, v);
    uint32_t w = width_of(t, a) + above + below;
    if (!below) return term_zext(t, a, w);
    term by = build_bv_shift(t, OP_BVSHL, sort_bv(t, w), term_bv(t, w, 1), term_bv(t, w, below));
    return build_bv_product(t, sort_bv(t, w), 2, (term[]){by, term_zext(t, a, w)});
}

term build_concat(terms *t, uint32_t n, const term *args) {
    assert_debug(terms_are_there(t, n, args));
    assert_debug(n >= 1);
    term_vec *v = scratch_take(t);
    for (uint32_t i = 0; i < n; i++) push_piece(t, v, args[i]);
    join_all(t, v);
    term r = concat_trimmed(t, v->size, v->data);
    scratch_give(t);
    return r;
}

/* ---- extensions ---- */

term build_extend(terms *t, enum op op, uint32_t by, term a) {
    assert_debug(op == OP_ZERO_EXTEND || op == OP_SIGN_EXTEND);
    assert_debug(sort_is_bv(t, sort_of(t, a)));
    term c, k, l;
    if (!by) return a;
    sort s = sort_bv(t, width_of(t, a) + by);
    if (is_value(t, a)) return fold(t, op, s, by, 0, 1, &a);
    if (is_op(t, a, OP_ZERO_EXTEND)) op = OP_ZERO_EXTEND; /* the sign of a zero extension is zero */
    if (is_op(t, a, op)) return build_extend(t, op, by + index_of(t, a, 0), arg_of(t, a, 0));
    if (ite_of_constants(t, a, &c, &k, &l))
        return build_ite(t, c, build_extend(t, op, by, k), build_extend(t, op, by, l));
    return make_indexed(t, op, s, by, 0, 1, &a);
}
