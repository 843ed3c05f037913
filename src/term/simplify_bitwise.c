/* bvand, bvor, bvxor.
 *
 * Operands are flattened and ordered, x next to bvnot x; at most one constant, last. A mask of
 * adjacent bits is a slice, not a conjunction; a disjunction of words that do not overlap is a
 * concatenation. */
#include "term/linear.h"
#include "term/term_internal.h"

#include <stdlib.h>

enum { FLAT = 64 };

typedef struct {
    enum op op;
    sort s;
    uint32_t w;
    term constant;
    term_vec *v;
} bitwise;

static term neutral(terms *t, const bitwise *b) {
    return b->op == OP_BVAND ? bv_ones(t, b->w) : bv_zero(t, b->w);
}

static term combine(terms *t, const bitwise *b, term x, term y) {
    return fold(t, b->op, b->s, 0, 0, 2, (term[]){x, y});
}

static void add_operand(terms *t, bitwise *b, term a) {
    if (is_value(t, a)) b->constant = combine(t, b, b->constant, a);
    else if (b->op == OP_BVXOR && is_op(t, a, OP_BVNOT)) {
        b->constant = combine(t, b, b->constant, bv_ones(t, b->w));
        add_operand(t, b, arg_of(t, a, 0));
    } else if (is_op(t, a, b->op) && arity_of(t, a) <= FLAT)
        for (uint32_t i = 0; i < arity_of(t, a); i++) add_operand(t, b, arg_of(t, a, i));
    else vec_push(b->v, a);
}

static uint64_t key_of(const terms *t, term a) {
    return is_op(t, a, OP_BVNOT) ? (uint64_t)arg_of(t, a, 0).id << 1 | 1 : (uint64_t)a.id << 1;
}

static void order(const terms *t, term_vec *v) { /* short: insertion */
    for (uint32_t i = 1; i < v->size; i++)
        for (uint32_t j = i; j && key_of(t, v->data[j - 1]) > key_of(t, v->data[j]); j--) {
            term swap = v->data[j];
            v->data[j] = v->data[j - 1], v->data[j - 1] = swap;
        }
}

/* Equal neighbours merge (and, or) or vanish (xor); complements give all zeros or all ones. */
static void merge(terms *t, bitwise *b) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < b->v->size; i++) {
        term a = b->v->data[i];
        if (n && same(b->v->data[n - 1], a)) {
            if (b->op == OP_BVXOR) n--;
            continue;
        }
        if (n && is_op(t, a, OP_BVNOT) && same(arg_of(t, a, 0), b->v->data[n - 1])) {
            b->constant = b->op == OP_BVAND ? bv_zero(t, b->w) : bv_ones(t, b->w);
            n--;
            continue;
        }
        b->v->data[n++] = a;
    }
    b->v->size = n;
}

/* Does the constant decide: x and 0, x or ~0? */
static bool decided(const terms *t, const bitwise *b) {
    return (b->op == OP_BVAND && is_bv_zero(t, b->constant)) ||
           (b->op == OP_BVOR && is_bv_ones(t, b->constant));
}

static term plain(terms *t, bitwise *b) {
    if (b->v->size == 0) return b->constant;
    bool no_constant = same(b->constant, neutral(t, b));
    bool flip = b->op == OP_BVXOR && is_bv_ones(t, b->constant);
    if (flip) return build_bv_not(t, build_bv_bitwise(t, b->op, b->s, b->v->size, b->v->data));
    if (!no_constant) vec_push(b->v, b->constant);
    return b->v->size == 1 ? b->v->data[0] : make(t, b->op, b->s, b->v->size, b->v->data);
}

/* ---- masks ---- */

/* Is the constant 2^high - 2^low... a run of ones [low, high]? */
static bool is_run(const terms *t, term c, uint32_t *high, uint32_t *low) {
    uint32_t w = width_of(t, c), first = w, last = 0, ones = 0;
    for (uint32_t i = 0; i < w; i++) {
        if (!(words_of(t, c)[i / 32] >> (i % 32) & 1)) continue;
        if (first == w) first = i;
        last = i;
        ones++;
    }
    *high = last, *low = first;
    return ones && ones == last - first + 1;
}

static bool mask_slice(terms *t, bitwise *b, term *out) {
    uint32_t high, low;
    if (b->op != OP_BVAND || b->v->size == 0 || is_bv_ones(t, b->constant) ||
        !is_run(t, b->constant, &high, &low))
        return false;
    term x = b->v->size == 1 ? b->v->data[0]
                             : build_bv_bitwise(t, OP_BVAND, b->s, b->v->size, b->v->data);
    x = build_extract(t, high, low, x);
    term zeros = bv_zero(t, low ? low : 1), parts[2] = {x, zeros};
    *out = term_zext(t, low ? build_concat(t, 2, parts) : x, b->w);
    return true;
}

/* ---- ites of constants ---- */

/* One ite of constants and a constant. */
static bool one_ite(terms *t, bitwise *b, term *out) {
    term c, k, l;
    if (b->v->size != 1 || !ite_of_constants(t, b->v->data[0], &c, &k, &l)) return false;
    *out = build_ite(t, c, combine(t, b, k, b->constant), combine(t, b, l, b->constant));
    return true;
}

/* ite(c,p,0), or ite(c,0,p), as condition and p. */
static bool is_flag(terms *t, term a, term *c, term *p) {
    term k, l;
    if (!ite_of_constants(t, a, c, &k, &l)) return false;
    if (is_bv_zero(t, l)) return *p = k, true;
    if (!is_bv_zero(t, k)) return false;
    *c = build_not(t, *c);
    *p = l;
    return true;
}

/* Flags with one value p: the operation on their conditions. */
static bool all_flags(terms *t, bitwise *b, term *out) {
    term c, p = {0}, q;
    if (b->v->size < 2 || !same(b->constant, neutral(t, b))) return false;
    for (uint32_t i = 0; i < b->v->size; i++) {
        if (!is_flag(t, b->v->data[i], &c, &q) || (p.id && !same(p, q))) return false;
        p = q;
    }
    term_vec *v = scratch_take(t);
    for (uint32_t i = 0; i < b->v->size; i++) {
        is_flag(t, b->v->data[i], &c, &q);
        vec_push(v, c);
    }
    enum op op = b->op == OP_BVAND ? OP_AND : b->op == OP_BVOR ? OP_OR : OP_XOR;
    c = build(t, op, t->bool_sort, 0, 0, v->size, v->data);
    scratch_give(t);
    *out = build_ite(t, c, p, bv_zero(t, b->w));
    return true;
}

/* ---- extensions: operate in the narrow width ---- */

static uint32_t significant(const terms *t,
                            term a) { /* bits below which all that is not zero lies */
    if (is_op(t, a, OP_ZERO_EXTEND)) return width_of(t, arg_of(t, a, 0));
    if (!is_op(t, a, OP_BV)) return width_of(t, a);
    uint32_t i = width_of(t, a);
    while (i && !(words_of(t, a)[(i - 1) / 32] >> ((i - 1) % 32) & 1)) i--;
    return i;
}

static bool narrow(terms *t, bitwise *b, term *out) {
    uint32_t w = b->op == OP_BVAND ? b->w : 0;
    bool with_constant = !same(b->constant, neutral(t, b));
    for (uint32_t i = 0; i < b->v->size + with_constant; i++) {
        uint32_t x = significant(t, i < b->v->size ? b->v->data[i] : b->constant);
        if (b->op == OP_BVAND ? x < w : x > w) w = x;
    }
    if (w >= b->w || w == 0 || b->v->size + with_constant < 2) return false;
    term_vec *v = scratch_take(t);
    for (uint32_t i = 0; i < b->v->size; i++)
        vec_push(v, build_extract(t, w - 1, 0, b->v->data[i]));
    if (with_constant) vec_push(v, build_extract(t, w - 1, 0, b->constant));
    *out = term_zext(t, build_bv_bitwise(t, b->op, sort_bv(t, w), v->size, v->data), b->w);
    scratch_give(t);
    return true;
}

/* ---- disjoint words: a concatenation ---- */

typedef struct {
    uint32_t low, high;
    term a;
} field; /* all bits outside [low, high) are zero */

static bool shifted_left(const terms *t, term a, uint32_t *k) {
    uint64_t c;
    if (!is_op(t, a, OP_BVMUL) || arity_of(t, a) != 2 || !is_small(t, arg_of(t, a, 0), &c))
        return false;
    *k = c ? (uint32_t)__builtin_ctzll(c) : 0;
    return c && (c & (c - 1)) == 0;
}

static field field_of(const terms *t, term a) {
    uint32_t w = width_of(t, a), k = 0;
    field f = {0, significant(t, a), a};
    if (shifted_left(t, a, &k)) {
        uint32_t inner = significant(t, arg_of(t, a, 1));
        f.low = k;
        f.high = inner + k < w ? inner + k : w;
    } else if (is_op(t, a, OP_BV) && f.high) {
        while (!(words_of(t, a)[f.low / 32] >> (f.low % 32) & 1)) f.low++;
    }
    return f;
}

static int by_low(const void *x, const void *y) {
    uint32_t a = ((const field *)x)->low, b = ((const field *)y)->low;
    return a > b ? -1 : a < b;
}

/* Highest first, zeros in the gaps. */
static term concat_fields(terms *t, uint32_t w, const field *f, uint32_t n) {
    term_vec *v = scratch_take(t);
    uint32_t top = w;
    for (uint32_t i = 0; i < n; i++) {
        if (f[i].high < top) vec_push(v, bv_zero(t, top - f[i].high));
        vec_push(v, build_extract(t, f[i].high - 1, f[i].low, f[i].a));
        top = f[i].low;
    }
    if (top) vec_push(v, bv_zero(t, top));
    term r = build_concat(t, v->size, v->data);
    scratch_give(t);
    return r;
}

static bool disjoint(terms *t, bitwise *b, term *out) {
    field f[16];
    uint32_t n = 0;
    if (b->op == OP_BVAND || b->v->size >= 16) return false;
    for (uint32_t i = 0; i < b->v->size; i++) f[n++] = field_of(t, b->v->data[i]);
    if (!same(b->constant, neutral(t, b))) f[n++] = field_of(t, b->constant);
    if (n < 2) return false;
    qsort(f, n, sizeof *f, by_low);
    for (uint32_t i = 0; i < n; i++)
        if (f[i].high <= f[i].low || (i && f[i].high > f[i - 1].low)) return false;
    *out = concat_fields(t, b->w, f, n);
    return true;
}

term build_bv_bitwise(terms *t, enum op op, sort s, uint32_t n, const term *args) {
    assert_debug(terms_are_there(t, n, args));
    assert_debug(sort_is_bv(t, s));
    assert_debug(n >= 1);
    bitwise b = {op, s, sort_width(t, s), {0}, scratch_take(t)};
    b.constant = neutral(t, &b);
    for (uint32_t i = 0; i < n; i++) add_operand(t, &b, args[i]);
    order(t, b.v);
    merge(t, &b);
    term out;
    if (decided(t, &b)) out = b.constant;
    else if (!one_ite(t, &b, &out) && !all_flags(t, &b, &out) && !mask_slice(t, &b, &out) &&
             !narrow(t, &b, &out) && !disjoint(t, &b, &out))
        out = plain(t, &b);
    scratch_give(t);
    return out;
}
