#include "reduce/range_env.h"
#include "reduce/reduce_internal.h"
#include "term/value.h"

#include <string.h>

void env_init(range_env *e, liveness *live) { *e = (range_env){.live = live}; }

void env_release(range_env *e) {
    vec_release(&e->of);
    vec_release(&e->trail);
    vec_release(&e->assumed);
    vec_release(&e->at);
    vec_release(&e->touched);
    vec_release(&e->results);
    vec_release(&e->args);
    vec_release(&e->stack);
}

void env_reset(range_env *e) {
    const program *p = e->live->p;
    env_undo(e, 0);
    for (uint32_t i = e->of.size; i < p->variables.size; i++)
        vec_push(&e->of, range_top(p->terms, term_sort(p->terms, p->variables.data[i].var)));
    e->dead = false;
}

static void change(range_env *e, uint32_t var, const range *a) {
    assert(var < e->of.size);
    if (a->empty) e->dead = true;
    if (range_equal(&e->of.data[var], a)) return;
    vec_push(&e->trail, ((var_range){var, e->of.data[var]}));
    e->of.data[var] = *a;
}

void env_set(range_env *e, uint32_t var, const range *a) {
    assert_debug(var < e->live->p->variables.size);
    vec_clear(&e->assumed);
    change(e, var, a);
}

static void env_meet(range_env *e, uint32_t var, const range *a) {
    assert_debug(var < e->live->p->variables.size);
    range both = range_meet(e->live->p->terms, &e->of.data[var], a);
    change(e, var, &both);
}

void env_undo(range_env *e, uint32_t mark) {
    assert(mark <= e->trail.size);
    vec_clear(&e->assumed);
    while (e->trail.size > mark) {
        var_range old = vec_pop(&e->trail);
        e->of.data[old.var] = old.range;
    }
}

/* Of a word only: x & 8 says a bit of x, which is seldom a variable where others are written for it. */
static void remember(range_env *e, term a, const range *x) {
    enum { MOST = 8 };
    if (x->kind != RANGE_BV || term_is_var(e->live->p->terms, a)) return;
    if (e->assumed.size == MOST)
        memmove(e->assumed.data, e->assumed.data + 1, --e->assumed.size * sizeof *e->assumed.data);
    vec_push(&e->assumed, ((struct assumed_term){a, *x}));
}

static void meet_assumed(const range_env *e, term a, range *x) {
    for (uint32_t i = 0; i < e->assumed.size; i++)
        if (same(e->assumed.data[i].of, a)) {
            range both = range_meet(e->live->p->terms, x, &e->assumed.data[i].range);
            if (!both.empty) *x = both;
        }
}

/* ---- evaluation ---- */
static void memo_clear(range_env *e) {
    for (uint32_t i = 0; i < e->touched.size; i++) e->at.data[e->touched.data[i]] = 0;
    vec_clear(&e->touched);
    vec_clear(&e->results);
    e->simplifies = false;
}

static range *memo(range_env *e, term a) {
    if (a.id >= e->at.size || !e->at.data[a.id]) return NULL;
    return &e->results.data[e->at.data[a.id] - 1];
}

static void memo_set(range_env *e, term a, range x) {
    if (a.id >= e->at.size) vec_resize(&e->at, a.id + a.id / 2 + 64);
    vec_push(&e->results, x);
    e->at.data[a.id] = e->results.size;
    vec_push(&e->touched, a.id);
}

static range eval_equal(terms *t, term a, const range *x) {
    range both = range_meet(t, &x[0], &x[1]);
    sort s = term_sort(t, term_arg(t, a, 0));
    term single = range_single(t, s, &x[0]);
    bool one = single.id && same(single, range_single(t, s, &x[1]));
    return range_bool(!both.empty, !one);
}

/* and: false if one can be false, true if all can be true; or is the dual. */
static range eval_junction(const range *x, uint32_t n, bool is_and) {
    bool some = false, all = true;
    for (uint32_t i = 0; i < n; i++) {
        some |= is_and ? x[i].can_false : x[i].can_true;
        all &= is_and ? x[i].can_true : x[i].can_false;
    }
    return is_and ? range_bool(all, some) : range_bool(some, all);
}

static range eval_core(terms *t, term a, const range *x) {
    uint32_t n = term_arity(t, a);
    switch (term_op(t, a)) {
    case OP_NOT: return range_bool(x[0].can_false, x[0].can_true);
    case OP_AND: return eval_junction(x, n, true);
    case OP_OR: return eval_junction(x, n, false);
    case OP_EQ: return eval_equal(t, a, x);
    case OP_ITE:
        if (!x[0].can_false) return x[1];
        if (!x[0].can_true) return x[2];
        return range_join(t, &x[1], &x[2]);
    default: return range_top(t, term_sort(t, a));
    }
}

static range hull_with(terms *t, range hull, term element) {
    range x = range_constant(t, element);
    return hull.empty ? x : range_join(t, &hull, &x);
}

/* An element of a constant table: the hull of those that the index may mean, or of all. */
static range eval_table(terms *t, term a, const range *index) {
    enum { MOST_ELEMENTS = 1024 };
    term array = term_arg(t, a, 0), other = term_table_element(t, array, UINT64_MAX);
    range hull = {.empty = true};
    if (!other.id) return range_top(t, term_sort(t, a));
    if (index->kind == RANGE_BV && !index->empty && index->uhi <= UINT32_MAX &&
        index->uhi - index->ulo < MOST_ELEMENTS) {
        for (uint64_t i = index->ulo; i <= index->uhi; i++)
            if (!(i & index->zeros) && !(index->ones & ~i))
                hull = hull_with(t, hull, term_table_element(t, array, i));
        return hull.empty ? range_top(t, term_sort(t, a)) : hull;
    }
    for (; term_op(t, array) == OP_STORE; array = term_arg(t, array, 0))
        hull = hull_with(t, hull, term_arg(t, array, 2));
    return hull_with(t, hull, other);
}

/* All arguments single: what the term bank computes is exact. */
static term eval_folded(range_env *e, term a, const range *x) {
    terms *t = e->live->p->terms;
    enum { MOST = 8 };
    uint32_t n = term_arity(t, a);
    term args[MOST];
    if (!n || n > MOST) return (term){0};
    for (uint32_t i = 0; i < n; i++) {
        term c = term_arg(t, a, i);
        args[i] = term_is_const(t, c) ? c : range_single(t, term_sort(t, c), &x[i]);
        if (!args[i].id) return (term){0};
    }
    term folded = term_rebuild(t, a, args);
    return term_is_const(t, folded) ? folded : (term){0};
}

static range eval_operation(range_env *e, term a, const range *x) {
    terms *t = e->live->p->terms;
    term folded = eval_folded(e, a, x);
    if (folded.id) return range_constant(t, folded);
    enum op op = term_op(t, a);
    if (op >= OP_BVNOT && op <= OP_BVSDIVO) return range_apply_bv(t, a, x);
    if (op >= OP_FP_ABS && op <= OP_FP_TO_BITS) return range_apply_fp(t, a, x);
    if (op >= OP_ADD && op <= OP_DIVISIBLE) return range_apply_number(t, a, x);
    if (op == OP_SELECT) return eval_table(t, a, &x[1]);
    return eval_core(t, a, x);
}

static range eval_node(range_env *e, term a) {
    const program *p = e->live->p;
    terms *t = p->terms;
    if (term_is_var(t, a)) return e->of.data[variable_index(p, a)];
    if (term_is_const(t, a)) return range_constant(t, a);
    vec_clear(&e->args);
    for (uint32_t i = 0, n = term_arity(t, a); i < n; i++)
        vec_push(&e->args, *memo(e, term_arg(t, a, i)));
    return eval_operation(e, a, e->args.data);
}

/* Push the arguments not yet known; true if there are none. */
static bool arguments_known(range_env *e, term a) {
    const terms *t = e->live->p->terms;
    bool known = true;
    if (term_is_const(t, a)) return true;
    for (uint32_t i = 0, n = term_arity(t, a); i < n; i++) {
        term x = term_arg(t, a, i);
        if (memo(e, x)) continue;
        vec_push(&e->stack, x);
        known = false;
    }
    return known;
}

/* Of unknown words; a constant factor comes first, and addresses of elements are such multiples. */
static bool is_product(const terms *t, term a) {
    return (term_op(t, a) == OP_BVMUL || term_op(t, a) == OP_BVUMULO) &&
           !term_is_const(t, term_arg(t, a, 0));
}

range env_eval(range_env *e, term a) {
    assert_debug(term_is_there(e->live->p->terms, a));
    terms *t = e->live->p->terms;
    memo_clear(e);
    vec_clear(&e->stack);
    vec_push(&e->stack, a);
    while (e->stack.size) {
        term x = vec_last(&e->stack);
        if (memo(e, x)) {
            e->stack.size--;
            continue;
        }
        if (!arguments_known(e, x)) continue;
        range now = eval_node(e, x);
        meet_assumed(e, x, &now);
        e->simplifies |=
            !term_is_const(t, x) && (is_product(t, x) || range_single(t, term_sort(t, x), &now).id);
        memo_set(e, x, now);
        e->stack.size--;
    }
    return *memo(e, a);
}

/* ---- simplification ---- */
/* A factor that is small is written as a short word, extended: a product by it is a sum of few
 * parts, bit by bit as well as in linear arithmetic. */
static term narrowed(range_env *e, term x, term simplified) {
    terms *t = e->live->p->terms;
    const range *r = memo(e, x);
    uint32_t width = term_width(t, x), needed = 1;
    if (term_is_const(t, simplified) || r->kind != RANGE_BV || r->empty) return simplified;
    while (needed < width && r->uhi >> needed) needed++;
    term low = term_extract(t, needed - 1, 0, simplified);
    return needed == width ? simplified : term_zext(t, low, width);
}

static term simplified_node(range_env *e, term a, const map *done) {
    terms *t = e->live->p->terms;
    term single = range_single(t, term_sort(t, a), memo(e, a));
    if (single.id) return single;
    uint32_t n = term_arity(t, a);
    if (!n || term_is_const(t, a)) return a;
    term_vec args = {0};
    bool changed = false;
    for (uint32_t i = 0; i < n; i++) {
        term x = term_arg(t, a, i), y = {(uint32_t)map_find(done, x.id, x.id)};
        if (is_product(t, a)) y = narrowed(e, x, y);
        changed |= !same(x, y);
        vec_push(&args, y);
    }
    if (changed) a = term_rebuild(t, a, args.data);
    vec_release(&args);
    return a;
}

/* `touched` lists the subterms in the order of evaluation: arguments come first. */
term env_simplify(range_env *e, term a) {
    assert_debug(term_is_there(e->live->p->terms, a));
    if (!e->simplifies) return a;
    map done = {0};
    for (uint32_t i = 0; i < e->touched.size; i++) {
        term x = {e->touched.data[i]}, y = simplified_node(e, x, &done);
        if (!same(x, y)) map_set(&done, x.id, y.id);
    }
    a.id = (uint32_t)map_find(&done, a.id, a.id);
    map_release(&done);
    return a;
}

/* ---- joining ---- */
void env_collect(const range_env *e, uint32_t mark, range_ends *ends) {
    assert(mark <= e->trail.size);
    var_ranges end = {0};
    map seen = {0};
    for (uint32_t i = mark; i < e->trail.size; i++) {
        uint32_t var = e->trail.data[i].var;
        if (!map_add(&seen, var)) continue;
        vec_push(&end, ((var_range){var, e->of.data[var]}));
    }
    map_release(&seen);
    vec_push(ends, end);
}

typedef struct {
    range joined;
    uint32_t count;
} joined_range;

void env_join(range_env *e, range_ends *ends) {
    vec_clear(&e->assumed);
    terms *t = e->live->p->terms;
    map at = {0};
    vec(joined_range) all = {0};
    u32_vec vars = {0};
    for (uint32_t i = 0; i < ends->size; i++)
        for (uint32_t j = 0; j < ends->data[i].size; j++) {
            var_range x = ends->data[i].data[j];
            uint64_t k;
            if (map_get(&at, x.var, &k)) {
                all.data[k].joined = range_join(t, &all.data[k].joined, &x.range);
                all.data[k].count++;
                continue;
            }
            map_set(&at, x.var, all.size);
            vec_push(&all, ((joined_range){x.range, 1}));
            vec_push(&vars, x.var);
        }
    for (uint32_t i = 0; i < vars.size; i++) { /* a way that did not change it has the old value */
        range x = all.data[i].joined;
        if (all.data[i].count < ends->size) x = range_join(t, &x, &e->of.data[vars.data[i]]);
        env_set(e, vars.data[i], &x);
    }
    vec_release_each(ends, vec_release);
    vec_release(&all);
    vec_release(&vars);
    map_release(&at);
}

/* ---- backwards ---- */
enum { REFINE_DEPTH = 64, MOST_CASES = 16 };

static void refine(range_env *e, term a, range target, uint32_t depth);

static range known(range_env *e, term a) {
    range *x = memo(e, a);
    return x ? *x : range_top(e->live->p->terms, term_sort(e->live->p->terms, a));
}

static void refine_bool(range_env *e, term a, bool to, uint32_t depth) {
    refine(e, a, range_bool(to, !to), depth);
}

/* and = true: all are; and = false while all but one are true: that one is false. Dually for or. */
static void refine_junction(range_env *e, term a, bool is_and, bool to, uint32_t depth) {
    const terms *t = e->live->p->terms;
    uint32_t n = term_arity(t, a), open = 0, last = 0;
    if (to == is_and) {
        for (uint32_t i = 0; i < n; i++) refine_bool(e, term_arg(t, a, i), to, depth);
        return;
    }
    for (uint32_t i = 0; i < n; i++) {
        range x = known(e, term_arg(t, a, i));
        if (to ? !x.can_true : !x.can_false) continue;
        open++;
        last = i;
    }
    if (open == 0) e->dead = true;
    if (open == 1) refine_bool(e, term_arg(t, a, last), to, depth);
}

static void refine_differs(range_env *e, term a, term b, uint32_t depth) {
    range x = known(e, a), y = known(e, b);
    if (x.kind == RANGE_BOOL) {
        refine(e, a, range_bool(y.can_false, y.can_true), depth);
        refine(e, b, range_bool(x.can_false, x.can_true), depth);
    }
    if (x.kind != RANGE_BV || y.kind != RANGE_BV) return;
    if (y.ulo == y.uhi) {
        range_bv_exclude(&x, y.ulo);
        refine(e, a, x, depth);
    } else if (x.ulo == x.uhi) {
        range_bv_exclude(&y, x.ulo);
        refine(e, b, y, depth);
    }
}

static void refine_equal(range_env *e, term a, bool to, uint32_t depth) {
    terms *t = e->live->p->terms;
    term x = term_arg(t, a, 0), y = term_arg(t, a, 1);
    if (!to) {
        refine_differs(e, x, y, depth);
        return;
    }
    range rx = known(e, x), ry = known(e, y), both = range_meet(t, &rx, &ry);
    refine(e, x, both, depth);
    refine(e, y, both, depth);
}

/* a < b, or a <= b, on one of the two orders. */
static void refine_unsigned(range_env *e, term a, term b, bool strict, uint32_t depth) {
    range x = known(e, a), y = known(e, b);
    if (x.kind != RANGE_BV || y.kind != RANGE_BV) return;
    uint64_t top = y.uhi, bottom = x.ulo;
    if (strict && (top == 0 || bottom == bv_mask(x.width))) {
        e->dead = true;
        return;
    }
    refine(e, a, range_bv_unsigned(x.width, 0, top - strict), depth);
    refine(e, b, range_bv_unsigned(x.width, bottom + strict, bv_mask(x.width)), depth);
}

static void refine_signed(range_env *e, term a, term b, bool strict, uint32_t depth) {
    range x = known(e, a), y = known(e, b);
    if (x.kind != RANGE_BV || y.kind != RANGE_BV) return;
    int64_t top = y.shi, bottom = x.slo;
    if (strict && (top == bv_min(x.width) || bottom == bv_max(x.width))) {
        e->dead = true;
        return;
    }
    refine(e, a, range_bv_signed(x.width, bv_min(x.width), top - strict), depth);
    refine(e, b, range_bv_signed(x.width, bottom + strict, bv_max(x.width)), depth);
}

static void refine_order(range_env *e, term a, bool to, uint32_t depth) {
    const terms *t = e->live->p->terms;
    enum op op = term_op(t, a);
    term x = term_arg(t, a, 0), y = term_arg(t, a, 1);
    bool strict = op == OP_BVULT || op == OP_BVSLT;
    if (!to) { /* not (x < y) is y <= x */
        term swap = x;
        x = y;
        y = swap;
        strict = !strict;
    }
    if (op == OP_BVULT || op == OP_BVULE) refine_unsigned(e, x, y, strict, depth);
    else refine_signed(e, x, y, strict, depth);
}

/* Floats: both are numbers and x <= y; bounds stay closed. */
static void refine_float_le(range_env *e, term x, term y, uint32_t depth) {
    range a = known(e, x), b = known(e, y);
    if (!a.number || !b.number) {
        e->dead = true;
        return;
    }
    range top = range_fp_top(e->live->p->terms, term_sort(e->live->p->terms, x));
    range left = top, right = top;
    left.nan = right.nan = false;
    left.hi = b.hi;
    right.lo = a.lo;
    refine(e, x, left, depth);
    refine(e, y, right, depth);
}

static void refine_float(range_env *e, term a, bool to, uint32_t depth) {
    const terms *t = e->live->p->terms;
    enum op op = term_op(t, a);
    term x = term_arg(t, a, 0), y = term_arg(t, a, 1);
    if (to) {
        refine_float_le(e, x, y, depth);
        if (op == OP_FP_EQ) refine_float_le(e, y, x, depth);
        return;
    }
    range rx = known(e, x), ry = known(e, y);
    if (op != OP_FP_EQ && !rx.nan && !ry.nan) refine_float_le(e, y, x, depth);
}

static void refine_is_nan(range_env *e, term a, bool to, uint32_t depth) {
    terms *t = e->live->p->terms;
    term x = term_arg(t, a, 0);
    range top = range_fp_top(t, term_sort(t, x));
    if (to) top.number = false;
    else top.nan = false;
    refine(e, x, top, depth);
}

static void refine_number(range_env *e, term a, bool to, uint32_t depth) {
    terms *t = e->live->p->terms;
    bool strict = term_op(t, a) == OP_LT;
    term x = term_arg(t, a, 0), y = term_arg(t, a, 1);
    if (!to) {
        term swap = x;
        x = y;
        y = swap;
        strict = !strict;
    }
    bool whole = sort_kind_of(t, term_sort(t, x)) == SORT_INT;
    range rx = known(e, x), ry = known(e, y), left = {.kind = RANGE_NUMBER}, right = left;
    left.hi = ry.hi;
    right.lo = rx.lo;
    if (strict && whole && left.hi.id) left.hi = term_2(t, OP_ADD, left.hi, term_int(t, -1));
    if (strict && whole && right.lo.id) right.lo = term_2(t, OP_ADD, right.lo, term_int(t, 1));
    refine(e, x, left, depth);
    refine(e, y, right, depth);
}

/* The sum of all arguments but one. */
static range rest_of_sum(range_env *e, term a, uint32_t but) {
    terms *t = e->live->p->terms;
    bool bv = sort_kind_of(t, term_sort(t, a)) == SORT_BV;
    range sum = {.empty = true};
    for (uint32_t i = 0, n = term_arity(t, a); i < n; i++) {
        if (i == but) continue;
        range x = known(e, term_arg(t, a, i));
        if (sum.empty) sum = x;
        else if (bv) sum = range_bv_add(&sum, &x);
        else {
            if (sum.lo.id) sum.lo = x.lo.id ? term_2(t, OP_ADD, sum.lo, x.lo) : (term){0};
            if (sum.hi.id) sum.hi = x.hi.id ? term_2(t, OP_ADD, sum.hi, x.hi) : (term){0};
        }
    }
    return sum;
}

static term negated(terms *t, term a) {
    mpq_t q;
    mpq_init(q);
    term_get_mpq(t, a, q);
    mpq_neg(q, q);
    term out = term_number(t, term_sort(t, a), q);
    mpq_clear(q);
    return out;
}

static range number_difference(terms *t, const range *a, const range *b) {
    range out = {.kind = RANGE_NUMBER};
    if (a->lo.id && b->hi.id) out.lo = term_2(t, OP_ADD, a->lo, negated(t, b->hi));
    if (a->hi.id && b->lo.id) out.hi = term_2(t, OP_ADD, a->hi, negated(t, b->lo));
    return out;
}

static void refine_sum(range_env *e, term a, const range *target, uint32_t depth) {
    terms *t = e->live->p->terms;
    uint32_t n = term_arity(t, a);
    if (n > 8) return;
    for (uint32_t i = 0; i < n && !e->dead; i++) {
        range rest = rest_of_sum(e, a, i), x;
        if (target->kind == RANGE_BV) {
            range minus = range_bv_neg(&rest);
            x = range_bv_add(target, &minus);
        } else {
            x = number_difference(t, target, &rest);
        }
        refine(e, term_arg(t, a, i), x, depth);
    }
}

/* c * x within bounds, for a constant c; on bit-vectors only where no product wraps. */
static void refine_product(range_env *e, term a, const range *target, uint32_t depth) {
    terms *t = e->live->p->terms;
    if (term_arity(t, a) != 2) return;
    term x = term_arg(t, a, 0), y = term_arg(t, a, 1);
    if (!term_is_const(t, x)) {
        term swap = x;
        x = y;
        y = swap;
    }
    if (!term_is_const(t, x)) return;
    if (target->kind == RANGE_BV) {
        uint64_t c;
        range ry = known(e, y);
        if (!term_get_u64(t, x, &c)) return;
        if (c == bv_mask(target->width)) {
            refine(e, y, range_bv_neg(target), depth);
            return;
        }
        if (!c || (unsigned __int128)ry.uhi * c > bv_mask(target->width)) return;
        if (target->ulo > ry.uhi * c) e->dead = true;
        else
            refine(e, y,
                   range_bv_unsigned(target->width, target->ulo / c + (target->ulo % c != 0),
                                     target->uhi / c),
                   depth);
        return;
    }
    mpq_t q;
    mpq_init(q);
    int sign = term_get_mpq(t, x, q) ? mpq_sgn(q) : 0;
    if (sign && sort_kind_of(t, term_sort(t, a)) == SORT_REAL) {
        mpq_inv(q, q);
        term inverse = term_number(t, term_sort(t, a), q);
        range out = {.kind = RANGE_NUMBER};
        term lo = sign > 0 ? target->lo : target->hi, hi = sign > 0 ? target->hi : target->lo;
        if (lo.id) out.lo = term_2(t, OP_MUL, inverse, lo);
        if (hi.id) out.hi = term_2(t, OP_MUL, inverse, hi);
        refine(e, y, out, depth);
    }
    bool unit = sign && !mpz_cmpabs_ui(mpq_numref(q), 1) && !mpz_cmp_ui(mpq_denref(q), 1);
    mpq_clear(q);
    if (unit && sign < 0 && sort_kind_of(t, term_sort(t, a)) == SORT_INT) {
        range out = {.kind = RANGE_NUMBER};
        if (target->hi.id) out.lo = negated(t, target->hi);
        if (target->lo.id) out.hi = negated(t, target->lo);
        refine(e, y, out, depth);
    }
}

static void refine_extension(range_env *e, term a, const range *target, uint32_t depth) {
    const terms *t = e->live->p->terms;
    term x = term_arg(t, a, 0);
    uint32_t w = term_width(t, x);
    range out = range_bv_top(w);
    if (term_op(t, a) == OP_ZERO_EXTEND) {
        if (target->ulo > bv_mask(w)) e->dead = true;
        else
            out = range_bv_unsigned(w, target->ulo,
                                    target->uhi < bv_mask(w) ? target->uhi : bv_mask(w));
    } else {
        int64_t lo = target->slo > bv_min(w) ? target->slo : bv_min(w),
                hi = target->shi < bv_max(w) ? target->shi : bv_max(w);
        if (lo > hi) e->dead = true;
        else out = range_bv_signed(w, lo, hi);
    }
    if (e->dead) return;
    out.zeros |= target->zeros & bv_mask(w);
    out.ones |= target->ones & bv_mask(w);
    range_bv_normalize(&out);
    refine(e, x, out, depth);
}

static void refine_extract(range_env *e, term a, const range *target, uint32_t depth) {
    terms *t = e->live->p->terms;
    term x = term_arg(t, a, 0);
    uint32_t w = term_width(t, x), low = term_index(t, a, 1);
    if (w > 64) return;
    range now = known(e, x), out = range_bv_top(w);
    out.zeros = target->zeros << low;
    out.ones = target->ones << low;
    range_bv_normalize(&out);
    if (!low && !now.empty) {
        if (now.uhi <= bv_mask(target->width)) {
            range equal = range_bv_unsigned(w, target->ulo, target->uhi);
            out = range_meet(t, &out, &equal);
        }
        if (now.slo >= bv_min(target->width) && now.shi <= bv_max(target->width)) {
            range equal = range_bv_signed(w, target->slo, target->shi);
            out = range_meet(t, &out, &equal);
        }
    }
    refine(e, x, out, depth);
}

static void refine_concat(range_env *e, term a, const range *target, uint32_t depth) {
    terms *t = e->live->p->terms;
    uint32_t low = target->width;
    for (uint32_t i = 0, n = term_arity(t, a); i < n && !e->dead; i++) {
        term x = term_arg(t, a, i);
        uint32_t w = term_width(t, x);
        low -= w;
        range out = range_bv_top(w);
        out.zeros = target->zeros >> low & bv_mask(w);
        out.ones = target->ones >> low & bv_mask(w);
        range_bv_normalize(&out);
        refine(e, x, out, depth);
    }
}

/* Bits of an and (or) with a constant say bits of the other argument. */
static void refine_masked(range_env *e, term a, const range *target, uint32_t depth) {
    terms *t = e->live->p->terms;
    if (term_arity(t, a) != 2) return;
    term x = term_arg(t, a, 0), y = term_arg(t, a, 1);
    uint64_t mask;
    if (!term_get_u64(t, x, &mask)) {
        term swap = x;
        x = y;
        y = swap;
    }
    if (!term_get_u64(t, x, &mask)) return;
    if (term_op(t, a) == OP_BVOR) mask = ~mask & bv_mask(target->width);
    range out = range_bv_top(target->width);
    out.zeros = target->zeros & mask;
    out.ones = target->ones & mask;
    range_bv_normalize(&out);
    refine(e, y, out, depth);
}

static void refine_ite(range_env *e, term a, const range *target, uint32_t depth) {
    terms *t = e->live->p->terms;
    term c = term_arg(t, a, 0), x = term_arg(t, a, 1), y = term_arg(t, a, 2);
    range rc = known(e, c), rx = known(e, x), ry = known(e, y);
    range mx = range_meet(t, &rx, target), my = range_meet(t, &ry, target);
    bool can_x = rc.can_true && !mx.empty, can_y = rc.can_false && !my.empty;
    if (!can_x && !can_y) e->dead = true;
    else if (!can_y) {
        refine_bool(e, c, true, depth);
        refine(e, x, *target, depth);
    } else if (!can_x) {
        refine_bool(e, c, false, depth);
        refine(e, y, *target, depth);
    }
}

static void refine_condition(range_env *e, term a, bool to, uint32_t depth) {
    const terms *t = e->live->p->terms;
    switch (term_op(t, a)) {
    case OP_NOT: refine_bool(e, term_arg(t, a, 0), !to, depth); return;
    case OP_AND: refine_junction(e, a, true, to, depth); return;
    case OP_OR: refine_junction(e, a, false, to, depth); return;
    case OP_EQ: refine_equal(e, a, to, depth); return;
    case OP_BVULT:
    case OP_BVULE:
    case OP_BVSLT:
    case OP_BVSLE: refine_order(e, a, to, depth); return;
    case OP_FP_LE:
    case OP_FP_LT:
    case OP_FP_EQ: refine_float(e, a, to, depth); return;
    case OP_FP_IS_NAN: refine_is_nan(e, a, to, depth); return;
    case OP_LE:
    case OP_LT: refine_number(e, a, to, depth); return;
    default: return;
    }
}

static void refine_word(range_env *e, term a, const range *target, uint32_t depth) {
    const terms *t = e->live->p->terms;
    switch (term_op(t, a)) {
    case OP_BVADD:
    case OP_ADD: refine_sum(e, a, target, depth); return;
    case OP_BVMUL:
    case OP_MUL: refine_product(e, a, target, depth); return;
    case OP_BVNEG: refine(e, term_arg(t, a, 0), range_bv_neg(target), depth); return;
    case OP_BVNOT: refine(e, term_arg(t, a, 0), range_bv_not(target), depth); return;
    case OP_ZERO_EXTEND:
    case OP_SIGN_EXTEND: refine_extension(e, a, target, depth); return;
    case OP_EXTRACT: refine_extract(e, a, target, depth); return;
    case OP_CONCAT: refine_concat(e, a, target, depth); return;
    case OP_BVAND:
    case OP_BVOR: refine_masked(e, a, target, depth); return;
    default: return;
    }
}

/* The value of a is in `target`: what follows for its arguments, down to the variables. */
static void refine(range_env *e, term a, range target, uint32_t depth) {
    terms *t = e->live->p->terms;
    if (e->dead || depth > REFINE_DEPTH) return;
    range now = known(e, a), both = range_meet(t, &now, &target);
    if (both.empty) {
        e->dead = true;
        return;
    }
    if (term_is_var(t, a)) {
        env_meet(e, variable_index(e->live->p, a), &both);
    } else if (depth && range_equal(&both, &now) && both.kind != RANGE_BOOL) {
        return; /* nothing new for the arguments */
    }
    range *m = memo(e, a);
    if (m) *m = both;
    if (!range_equal(&both, &now)) remember(e, a, &both);
    if (term_op(t, a) == OP_ITE) refine_ite(e, a, &both, depth + 1);
    else if (both.kind == RANGE_BOOL && both.can_true != both.can_false)
        refine_condition(e, a, both.can_true, depth + 1);
    else if (both.kind == RANGE_BV || both.kind == RANGE_NUMBER)
        refine_word(e, a, &both, depth + 1);
}

static void assume_once(range_env *e, term condition) {
    range now = env_eval(e, condition);
    if (!now.can_true) e->dead = true;
    else refine_bool(e, condition, true, 0);
}

/* A disjunction: each part on its own, then the hull. */
static bool assume_cases(range_env *e, term condition) {
    const terms *t = e->live->p->terms;
    uint32_t n = term_arity(t, condition);
    if (term_op(t, condition) != OP_OR || n > MOST_CASES) return false;
    range_ends ends = {0};
    for (uint32_t i = 0; i < n; i++) {
        uint32_t mark = e->trail.size;
        assume_once(e, term_arg(t, condition, i));
        if (!e->dead) env_collect(e, mark, &ends);
        env_undo(e, mark);
        e->dead = false;
    }
    if (!ends.size) e->dead = true;
    env_join(e, &ends);
    return true;
}

void env_assume(range_env *e, term condition) {
    assert(term_is_bool(e->live->p->terms, condition));
    assume_once(e, condition);
    if (e->dead || assume_cases(e, condition)) return;
    assume_once(e, condition); /* bounds of one side may have moved those of the other */
}

/* ---- commands ---- */
static void run_assign(range_env *e, cmd c, cmd_vec *out) {
    program *p = e->live->p;
    range x = env_eval(e, cmd_term(p, c));
    if (out) vec_push(out, cmd_assign(p, cmd_var(p, c), env_simplify(e, cmd_term(p, c))));
    env_set(e, assigned_by(e->live, c), &x);
}

static void run_assume(range_env *e, cmd c, cmd_vec *out) {
    program *p = e->live->p;
    if (out) {
        env_eval(e, cmd_term(p, c));
        vec_push(out, cmd_assume(p, env_simplify(e, cmd_term(p, c))));
    }
    env_assume(e, cmd_term(p, c));
}

static void run_choice(range_env *e, cmd c, cmd_vec *out) {
    program *p = e->live->p;
    range_ends ends = {0};
    cmd_vec kept = {0};
    for (uint32_t i = 0, n = cmd_size(p, c); i < n; i++) {
        cmd_vec parts = {0};
        uint32_t mark = e->trail.size;
        env_command(e, cmd_part(p, c, i), out ? &parts : NULL);
        if (!e->dead) {
            env_collect(e, mark, &ends);
            if (out) vec_push(&kept, cmd_seq(p, parts.size, parts.data));
        }
        env_undo(e, mark);
        e->dead = false;
        vec_release(&parts);
    }
    if (!ends.size) e->dead = true;
    env_join(e, &ends);
    if (out) vec_push(out, cmd_join_n(p, kept.size, kept.data));
    vec_release(&kept);
}

void env_command(range_env *e, cmd c, cmd_vec *out) {
    assert_debug(cmds_are_there(e->live->p, 1, &c));
    const program *p = e->live->p;
    if (e->dead) return;
    switch (cmd_kind_of(p, c)) {
    case CMD_SKIP: return;
    case CMD_ASSIGN: run_assign(e, c, out); return;
    case CMD_HAVOC: {
        range top = range_top(p->terms, term_sort(p->terms, cmd_var(p, c)));
        env_set(e, assigned_by(e->live, c), &top);
        if (out) vec_push(out, c);
        return;
    }
    case CMD_ASSUME: run_assume(e, c, out); return;
    case CMD_SEQ:
        for (uint32_t i = 0, n = cmd_size(p, c); i < n && !e->dead; i++)
            env_command(e, cmd_part(p, c, i), out);
        return;
    case CMD_CHOICE: run_choice(e, c, out); return;
    }
}
