/* The operations of the boxes backend: what a node can be by its arguments, and what these can be by the node. */
#include "solver/boxes_internal.h"

#include <math.h>

static bool is_true(const value_set *a) { return !a->can_false; }
static bool is_false(const value_set *a) { return !a->can_true; }

/* ---- forward ---- */

/* A conjunction that one argument makes false, or a disjunction that one makes true, depends on that one only. */
static value_set join_truth(const boxes_solver *m, const box_term *x) {
    bool conjunction = x->op == OP_AND, open = false;
    uint64_t why = 0;
    for (uint32_t i = 0; i < x->args; i++) {
        const value_set *a = box_arg(m, x, i);
        if (conjunction ? is_false(a) : is_true(a)) {
            value_set r = set_truth(!conjunction, conjunction);
            r.why = a->why;
            return r;
        }
        open |= a->can_true && a->can_false;
        why |= a->why;
    }
    value_set r = open ? set_truth(true, true) : set_truth(conjunction, !conjunction);
    r.why = why;
    return r;
}

static value_set choose(const boxes_solver *m, const box_term *x) {
    const value_set *c = box_arg(m, x, 0), *a = box_arg(m, x, 1), *b = box_arg(m, x, 2);
    value_set r;
    if (x->kind == OTHER) return set_any(x);
    if (is_true(c) || is_false(c)) {
        r = is_true(c) ? *a : *b;
        r.why |= c->why;
        return r;
    }
    r = set_hull(a, b, x);
    r.why = a->why | b->why;
    return r;
}

static bool may_be(const word_set *w, uint64_t x) {
    return x >= w->low && x <= w->high && !((x ^ w->bits) & w->known);
}

static value_set look_up(const boxes_solver *m, const box_term *x) {
    const word_set *w = &box_arg(m, x, 0)->word;
    value_set r = x->otherwise;
    bool any = false;
    uint64_t found = 0;
    for (uint32_t i = 0; i < x->entries; i++) {
        const table_entry *e = &m->tables.data[x->table + i];
        if (!may_be(w, e->index)) continue;
        r = any ? set_hull(&r, &e->value, x) : e->value;
        any = true;
        found++;
    }
    if (!any) return x->otherwise;
    return x->whole && found > w->high - w->low ? r : set_hull(&r, &x->otherwise, x);
}

static value_set equate_truth(const value_set *x, const value_set *y) {
    return set_truth((x->can_true && y->can_true) || (x->can_false && y->can_false),
                     (x->can_true && y->can_false) || (x->can_false && y->can_true));
}

static value_set of_words(const boxes_solver *m, const box_term *x) {
    enum { MOST = 64 };
    const word_set *args[MOST];
    uint32_t n = x->args < MOST ? x->args : MOST;
    if (x->args > MOST) return set_any(x);
    for (uint32_t i = 0; i < n; i++) {
        if (box_arg_term(m, x, i)->kind != WORD) return set_any(x);
        args[i] = &box_arg(m, x, i)->word;
    }
    uint32_t from = box_arg_term(m, x, 0)->width;
    value_set r = set_any(x);
    switch (x->op) {
    case OP_EXTRACT: return set_words(words_extract(args[0], from, x->high, x->low));
    case OP_ZERO_EXTEND:
    case OP_SIGN_EXTEND:
        return set_words(words_extend(args[0], from, x->width, x->op == OP_SIGN_EXTEND));
    case OP_CONCAT:
        r.word = *args[0];
        for (uint32_t i = 1, width = from; i < n; i++) {
            uint32_t low = box_arg_term(m, x, i)->width;
            width += low;
            r.word = words_concat(&r.word, args[i], low, width);
        }
        return r;
    default: break;
    }
    if (x->kind == WORD) return set_words(words_apply(x->op, n, args, x->width));
    if (n == 2) words_compare(x->op, args[0], args[1], from, &r.can_true, &r.can_false);
    return r;
}

static value_set apply(const boxes_solver *m, const box_term *x) {
    const value_set *a = box_arg(m, x, 0), *b = x->args > 1 ? box_arg(m, x, 1) : NULL;
    const box_term *from = box_arg_term(m, x, 0);
    if (x->op == OP_NOT) return set_truth(a->can_false, a->can_true);
    if (x->op == OP_EQ && from->kind == TRUTH) return equate_truth(a, b);
    if (x->op == OP_SELECT) return look_up(m, x);
    if (from->kind == FLOAT) {
        if (x->op == OP_FP_TO_SBV || x->op == OP_FP_TO_UBV)
            return x->kind == WORD ? set_words(words_of_float(x, a)) : set_any(x);
        if (x->kind == WORD || x->kind == OTHER) return set_any(x);
        bool square = b && m->args.data[x->first_arg] == m->args.data[x->first_arg + 1];
        return float_apply(x, from, a, b, square);
    }
    if (from->kind == WORD && x->kind == FLOAT)
        return x->op == OP_FP_FROM_SBV || x->op == OP_FP_FROM_UBV ? float_of_words(x, a)
                                                                  : float_any();
    return from->kind == WORD ? of_words(m, x) : set_any(x);
}

value_set box_evaluate(const boxes_solver *m, const box_term *x) {
    if (x->op == OP_AND || x->op == OP_OR) return join_truth(m, x);
    if (x->op == OP_ITE) return choose(m, x);
    value_set r = apply(m, x);
    r.why = 0;
    for (uint32_t i = 0; i < x->args; i++) r.why |= box_arg(m, x, i)->why;
    return r;
}

/* ---- changes ---- */

static void look_again(boxes_solver *m, uint32_t node) {
    if (m->queued.data[node] || !m->nodes.data[node].args) return;
    m->queued.data[node] = 1;
    vec_push(&m->queue, node);
}

bool box_narrow(boxes_solver *m, uint32_t node, const value_set *to, uint64_t why) {
    const box_term *x = &m->nodes.data[node];
    value_set *cell = &m->cells.data[node], now = set_meet(cell, to, x);
    if (x->kind == OTHER || set_same(&now, cell, x)) return true;
    now.why = cell->why | why;
    if (set_is_empty(&now, x)) return m->conflict = now.why, false;
    vec_push(&m->trail, ((box_change){node, *cell}));
    *cell = now;
    look_again(m, node);
    for (uint32_t i = m->first_parent.data[node]; i < m->first_parent.data[node + 1]; i++)
        look_again(m, m->parents.data[i]);
    return true;
}

/* ---- backward ---- */

static bool narrow_arg(boxes_solver *m, const box_term *x, uint32_t i, const value_set *to,
                       uint64_t why) {
    return box_narrow(m, m->args.data[x->first_arg + i], to, why);
}

static bool narrow_words(boxes_solver *m, const box_term *x, uint32_t i, word_set to,
                         uint64_t why) {
    value_set v = set_words(to);
    return narrow_arg(m, x, i, &v, why);
}

static bool set_arg(boxes_solver *m, const box_term *x, uint32_t i, bool to, uint64_t why) {
    value_set v = set_truth(to, !to);
    return narrow_arg(m, x, i, &v, why);
}

static uint64_t all_why(const boxes_solver *m, const box_term *x, const value_set *r) {
    uint64_t why = r->why;
    for (uint32_t i = 0; i < x->args; i++) why |= box_arg(m, x, i)->why;
    return why;
}

/* All arguments, or the last one that is open. */
static bool invert_join(boxes_solver *m, const box_term *x, const value_set *r) {
    bool conjunction = x->op == OP_AND, all = conjunction ? is_true(r) : is_false(r);
    uint32_t open = NO_NODE;
    uint64_t why = r->why;
    if (!is_true(r) && !is_false(r)) return true;
    for (uint32_t i = 0; i < x->args; i++) {
        const value_set *a = box_arg(m, x, i);
        if (all && !set_arg(m, x, i, conjunction, r->why)) return false;
        if (all) continue;
        if (conjunction ? is_true(a) : is_false(a)) why |= a->why;
        else if (open != NO_NODE || (conjunction ? is_false(a) : is_true(a))) return true;
        else open = i;
    }
    if (all) return true;
    if (open == NO_NODE) return m->conflict = why, false;
    return set_arg(m, x, open, !conjunction, why);
}

static bool invert_choice(boxes_solver *m, const box_term *x, const value_set *r) {
    const value_set *c = box_arg(m, x, 0);
    if (x->kind == OTHER) return true;
    if (is_true(c) || is_false(c)) return narrow_arg(m, x, is_true(c) ? 1 : 2, r, r->why | c->why);
    for (uint32_t i = 1; i < 3; i++) {
        value_set both = set_meet(r, box_arg(m, x, i), x);
        if (set_is_empty(&both, x) && !set_arg(m, x, 0, i == 2, r->why | box_arg(m, x, i)->why))
            return false;
    }
    return true;
}

/* Everything but one word at an end. */
static word_set without(const word_set *a, uint64_t x, uint32_t width) {
    word_set r = *a, none = {.low = 1, .high = 0};
    if (words_one(a)) return a->low == x ? none : r;
    int64_t s = (int64_t)(x << (64 - width)) >> (64 - width);
    if (r.low == x) r.low++;
    if (r.high == x) r.high--;
    if (r.least == s) r.least++;
    if (r.most == s) r.most--;
    return words_meet(&r, a, width);
}

static bool invert_unequal(boxes_solver *m, const box_term *x, uint64_t why) {
    uint32_t width = box_arg_term(m, x, 0)->width;
    for (uint32_t i = 0; i < 2; i++) {
        const word_set *a = &box_arg(m, x, i)->word, *b = &box_arg(m, x, 1 - i)->word;
        if (words_one(b) && !narrow_words(m, x, i, without(a, b->low, width), why)) return false;
    }
    return true;
}

static bool invert_equation(boxes_solver *m, const box_term *x, const value_set *r) {
    const box_term *from = box_arg_term(m, x, 0);
    uint64_t why = all_why(m, x, r);
    if (from->kind == TRUTH && (is_true(r) || is_false(r))) {
        for (uint32_t i = 0; i < 2; i++) {
            const value_set *a = box_arg(m, x, 1 - i);
            if ((is_true(a) || is_false(a)) && !set_arg(m, x, i, is_true(a) == is_true(r), why))
                return false;
        }
        return true;
    }
    if (from->kind == OTHER || from->kind == TRUTH) return true;
    if (is_true(r)) {
        value_set a = *box_arg(m, x, 0), b = *box_arg(m, x, 1);
        return narrow_arg(m, x, 0, &b, why) && narrow_arg(m, x, 1, &a, why);
    }
    return !is_false(r) || from->kind != WORD || invert_unequal(m, x, why);
}

static bool invert_word_order(boxes_solver *m, const box_term *x, const value_set *r) {
    uint64_t why = all_why(m, x, r);
    word_set a = box_arg(m, x, 0)->word, b = box_arg(m, x, 1)->word;
    uint32_t width = box_arg_term(m, x, 0)->width;
    bool is_signed = x->op == OP_BVSLT;
    if (!is_true(r) && !is_false(r)) return true;
    if (is_true(r) ? !words_order(&a, &b, width, is_signed, false)
                   : !words_order(&b, &a, width, is_signed, true))
        return m->conflict = why, false;
    return narrow_words(m, x, 0, a, why) && narrow_words(m, x, 1, b, why);
}

/* x below y, both numbers. Not below: if neither can be NaN. */
static bool invert_float_order(boxes_solver *m, const box_term *x, const value_set *r) {
    uint64_t why = all_why(m, x, r);
    value_set a = *box_arg(m, x, 0), b = *box_arg(m, x, 1);
    if (is_true(r)) {
        value_set low = float_numbers(-INFINITY, b.number ? b.hi : INFINITY, false),
                  high = float_numbers(a.number ? a.lo : -INFINITY, INFINITY, false);
        return narrow_arg(m, x, 0, &low, why) && narrow_arg(m, x, 1, &high, why);
    }
    if (!is_false(r) || a.nan || b.nan) return true;
    value_set high = float_numbers(b.lo, INFINITY, false),
              low = float_numbers(-INFINITY, a.hi, false);
    return narrow_arg(m, x, 0, &high, why) && narrow_arg(m, x, 1, &low, why);
}

static bool invert_nan(boxes_solver *m, const box_term *x, const value_set *r) {
    value_set to = {.nan = true};
    if (is_false(r)) to = float_numbers(-INFINITY, INFINITY, false);
    return (!is_true(r) && !is_false(r)) || narrow_arg(m, x, 0, &to, r->why);
}

/* Each summand is the sum without the others. */
static bool invert_sum(boxes_solver *m, const box_term *x, const value_set *r) {
    wide_span all = {0, 0}, of = words_span(&r->word, x->width);
    uint64_t why = all_why(m, x, r);
    for (uint32_t i = 0; i < x->args; i++) {
        wide_span a = words_span(&box_arg(m, x, i)->word, x->width);
        all.low += a.low;
        all.high += a.high;
    }
    for (uint32_t i = 0; i < x->args; i++) {
        wide_span a = words_span(&box_arg(m, x, i)->word, x->width);
        word_set to = words_of(of.low - (all.high - a.high), of.high - (all.low - a.low), x->width);
        if (!narrow_words(m, x, i, to, why)) return false;
        wide_span now = words_span(&box_arg(m, x, i)->word, x->width);
        all.low += now.low - a.low;
        all.high += now.high - a.high;
    }
    return true;
}

/* Bits that all arguments of an and have, or that none of an or has. */
static bool invert_bits(boxes_solver *m, const box_term *x, const value_set *r) {
    uint64_t sure = r->word.known & (x->op == OP_BVAND ? r->word.bits : ~r->word.bits);
    word_set to = words_any(x->width);
    to.known = sure;
    to.bits = x->op == OP_BVAND ? sure : 0;
    for (uint32_t i = 0; i < x->args && sure; i++)
        if (!narrow_words(m, x, i, to, r->why)) return false;
    return true;
}

static bool invert_word(boxes_solver *m, const box_term *x, const value_set *r) {
    const box_term *from = box_arg_term(m, x, 0);
    if (from->kind != WORD) return true;
    const word_set *a = &box_arg(m, x, 0)->word;
    switch (x->op) {
    case OP_BVADD: return invert_sum(m, x, r);
    case OP_BVMUL:
        if (x->args != 2) return true;
        return narrow_words(m, x, 1,
                            words_before_scale(&r->word, a, &box_arg(m, x, 1)->word, x->width),
                            all_why(m, x, r));
    case OP_BVAND:
    case OP_BVOR: return invert_bits(m, x, r);
    case OP_BVNOT: {
        const word_set *of[] = {&r->word};
        return narrow_words(m, x, 0, words_apply(OP_BVNOT, 1, of, x->width), r->why);
    }
    case OP_EXTRACT:
        return narrow_words(m, x, 0,
                            words_before_extract(&r->word, a, from->width, x->high, x->low),
                            all_why(m, x, r));
    case OP_ZERO_EXTEND:
    case OP_SIGN_EXTEND:
        return narrow_words(
            m, x, 0, words_before_extend(&r->word, from->width, x->width, x->op == OP_SIGN_EXTEND),
            r->why);
    default: return true;
    }
}

bool box_invert(boxes_solver *m, uint32_t node) {
    const box_term *x = &m->nodes.data[node];
    value_set r = m->cells.data[node];
    switch (x->op) {
    case OP_NOT: {
        value_set other = set_truth(r.can_false, r.can_true);
        return narrow_arg(m, x, 0, &other, r.why);
    }
    case OP_AND:
    case OP_OR: return invert_join(m, x, &r);
    case OP_ITE: return invert_choice(m, x, &r);
    case OP_EQ: return invert_equation(m, x, &r);
    case OP_BVULT:
    case OP_BVSLT: return box_arg_term(m, x, 0)->kind != WORD || invert_word_order(m, x, &r);
    case OP_FP_LT:
    case OP_FP_LE: return box_arg_term(m, x, 0)->kind != FLOAT || invert_float_order(m, x, &r);
    case OP_FP_IS_NAN: return box_arg_term(m, x, 0)->kind != FLOAT || invert_nan(m, x, &r);
    default: return x->kind != WORD || x->op == OP_SELECT || invert_word(m, x, &r);
    }
}
