/* Which arguments an operation takes, and the sort of the result. */
#include "term/term_internal.h"

typedef struct {
    terms *t;
    uint32_t n;
    const term *args;
    const char **why;
} call;

static sort wrong(const call *c, const char *expected) {
    *c->why = expected;
    return (sort){0};
}

static enum sort_kind kind_at(const call *c, uint32_t i) {
    return sort_kind_of(c->t, sort_of(c->t, c->args[i]));
}

static bool all_kind(const call *c, uint32_t from, enum sort_kind kind) {
    for (uint32_t i = from; i < c->n; i++)
        if (kind_at(c, i) != kind) return false;
    return true;
}

static bool all_same(const call *c, uint32_t from) {
    for (uint32_t i = from + 1; i < c->n; i++)
        if (sort_of(c->t, c->args[i]).id != sort_of(c->t, c->args[from]).id) return false;
    return true;
}

static sort first(const call *c) { return sort_of(c->t, c->args[0]); }

static sort same_bv(const call *c, bool predicate) {
    if (!all_kind(c, 0, SORT_BV)) return wrong(c, "bit-vector arguments");
    if (!all_same(c, 0)) return wrong(c, "bit-vectors of one width");
    return predicate ? c->t->bool_sort : first(c);
}

static sort wider(const call *c, uint64_t width) {
    if (width < 1 || width > 65536) return wrong(c, "a width from 1 to 65536");
    return sort_bv(c->t, (uint32_t)width);
}

static sort concat_sort(const call *c) {
    if (!all_kind(c, 0, SORT_BV)) return wrong(c, "bit-vector arguments");
    uint64_t width = 0;
    for (uint32_t i = 0; i < c->n; i++) width += width_of(c->t, c->args[i]);
    return wider(c, width);
}

static sort sliced(const call *c, enum op op, uint32_t i0, uint32_t i1) {
    if (kind_at(c, 0) != SORT_BV) return wrong(c, "a bit-vector");
    uint64_t width = width_of(c->t, c->args[0]);
    switch (op) {
    case OP_EXTRACT:
        if (i0 < i1 || i0 >= width) return wrong(c, "indices within the bit-vector, high first");
        return wider(c, i0 - i1 + 1);
    case OP_REPEAT: return wider(c, width * i0);
    case OP_ROTATE_LEFT:
    case OP_ROTATE_RIGHT: return first(c);
    default: return wider(c, width + i0);
    }
}

/* Floats from `from` on, of one format, with a rounding mode before where from is 1. */
static sort float_op(const call *c, uint32_t from, bool predicate) {
    if (from && kind_at(c, 0) != SORT_RM) return wrong(c, "a rounding mode first");
    if (!all_kind(c, from, SORT_FP)) return wrong(c, "floating-point arguments");
    if (!all_same(c, from)) return wrong(c, "floats of one format");
    return predicate ? c->t->bool_sort : sort_of(c->t, c->args[from]);
}

static bool format_ok(uint32_t eb, uint32_t sb) {
    return eb >= 2 && eb <= 30 && sb >= 2 && sb <= 32768;
}

static sort to_float(const call *c, enum op op, uint32_t eb, uint32_t sb) {
    enum sort_kind from = op == OP_FP_FROM_FP     ? SORT_FP
                          : op == OP_FP_FROM_REAL ? SORT_REAL
                                                  : SORT_BV;
    if (!format_ok(eb, sb))
        return wrong(c, "a format with 2 to 30 exponent bits and at least 2 significand bits");
    if (c->n == 2 && kind_at(c, 0) != SORT_RM) return wrong(c, "a rounding mode first");
    if (kind_at(c, c->n - 1) != from) return wrong(c, "a bit-vector, float or real to convert");
    if (op == OP_FP_FROM_BITS && width_of(c->t, c->args[0]) != eb + sb)
        return wrong(c, "a bit-vector as wide as the format");
    return sort_fp(c->t, eb, sb);
}

static sort from_float(const call *c, enum op op, uint32_t width) {
    uint32_t last = c->n - 1;
    if (c->n == 2 && kind_at(c, 0) != SORT_RM) return wrong(c, "a rounding mode first");
    if (kind_at(c, last) != SORT_FP) return wrong(c, "a float");
    if (op == OP_FP_TO_REAL) return c->t->real_sort;
    if (op == OP_FP_TO_BITS) return wider(c, sort_width(c->t, sort_of(c->t, c->args[0])));
    return wider(c, width);
}

static sort number_op(const call *c, bool predicate) {
    enum sort_kind k = kind_at(c, 0);
    if ((k != SORT_INT && k != SORT_REAL) || !all_same(c, 0))
        return wrong(c, "arguments all Int or all Real");
    return predicate ? c->t->bool_sort : first(c);
}

static sort of_kind(const call *c, enum sort_kind kind, sort result, const char *expected) {
    return all_kind(c, 0, kind) ? result : wrong(c, expected);
}

static sort array_op(const call *c, enum op op) {
    if (kind_at(c, 0) != SORT_ARRAY) return wrong(c, "an array first");
    sort a = first(c);
    if (sort_of(c->t, c->args[1]).id != sort_index(c->t, a).id)
        return wrong(c, "an index of the array's index sort");
    if (op == OP_SELECT) return sort_element(c->t, a);
    if (sort_of(c->t, c->args[2]).id != sort_element(c->t, a).id)
        return wrong(c, "an element of the array's element sort");
    return a;
}

static sort core_op(const call *c, enum op op) {
    if (op == OP_ITE) {
        if (kind_at(c, 0) != SORT_BOOL) return wrong(c, "a Bool condition");
        return all_same(c, 1) ? sort_of(c->t, c->args[1]) : wrong(c, "branches of one sort");
    }
    if (op != OP_EQ && op != OP_DISTINCT)
        return all_kind(c, 0, SORT_BOOL) ? c->t->bool_sort : wrong(c, "Bool arguments");
    return all_same(c, 0) ? c->t->bool_sort : wrong(c, "arguments of one sort");
}

/* One switch over the families of ops.def, in its order. */
sort op_sort(terms *t, enum op op, uint32_t i0, uint32_t i1, uint32_t n, const term *args,
             const char **why) {
    assert_debug(op > 0 && op < OP_COUNT);
    call c = {t, n, args, why};
    int arity = op_table[op].arity;
    if (op < OP_NOT) return wrong(&c, "an operation");
    if (n == 0 || (arity >= 0 && n != (uint32_t)arity))
        return wrong(&c, "another number of arguments");
    if (op <= OP_ITE) return core_op(&c, op);
    if (op == OP_CONCAT) return concat_sort(&c);
    if (op >= OP_EXTRACT && op <= OP_REPEAT) return sliced(&c, op, i0, i1);
    if (op == OP_BVCOMP) return same_bv(&c, true).id ? sort_bv(t, 1) : (sort){0};
    if (op >= OP_BVNOT && op <= OP_BVASHR) return same_bv(&c, false);
    if (op >= OP_BVULT && op <= OP_BVSDIVO) return same_bv(&c, true);
    if (op == OP_FP_SQRT || op == OP_FP_ROUND || (op >= OP_FP_ADD && op <= OP_FP_FMA))
        return float_op(&c, 1, false);
    if (op >= OP_FP_ABS && op <= OP_FP_MAX) return float_op(&c, 0, false);
    if (op >= OP_FP_LE && op <= OP_FP_IS_POS) return float_op(&c, 0, true);
    if (op >= OP_FP_FROM_BITS && op <= OP_FP_FROM_REAL) return to_float(&c, op, i0, i1);
    if (op >= OP_FP_TO_UBV && op <= OP_FP_TO_BITS) return from_float(&c, op, i0);
    if (op == OP_SELECT || op == OP_STORE) return array_op(&c, op);
    if (op == OP_DIVIDE) return of_kind(&c, SORT_REAL, t->real_sort, "Real arguments");
    if (op == OP_INT_DIV || op == OP_MOD)
        return of_kind(&c, SORT_INT, t->int_sort, "Int arguments");
    if (op == OP_TO_REAL) return of_kind(&c, SORT_INT, t->real_sort, "an Int");
    if (op == OP_TO_INT) return of_kind(&c, SORT_REAL, t->int_sort, "a Real");
    if (op == OP_IS_INT) return of_kind(&c, SORT_REAL, t->bool_sort, "a Real");
    if (op == OP_DIVISIBLE) {
        if (!i0) return wrong(&c, "a positive divisor");
        return of_kind(&c, SORT_INT, t->bool_sort, "an Int");
    }
    return number_op(&c, op >= OP_LE && op <= OP_GT);
}
