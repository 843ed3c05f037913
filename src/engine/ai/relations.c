#include "engine/ai/relations.h"
#include "base/log.h"
#include "base/fail.h"
#include "program/worklist.h"

/* Closing an octagon is cubic in its dimensions, a polyhedron may be exponential. */
enum {
    LARGEST_FACTOR = 1000,
    FEW = 10,
    WIDEN_AFTER = 2,
    WIDEN_POLYHEDRA_AFTER = 4,
    MOST_CONDITIONS = 40,
    DESCENTS = 2,
    GIVE_UP_AFTER = 30,
    GIVE_UP_POLYHEDRA_AFTER = 100,
    MOST_OF_POLYHEDRA = 10
};

typedef struct {
    shape of;
    bool reached;
    uint32_t changes, all;
} relation_state; /* changes: since its loop was entered, for polyhedra */
typedef vec(relation_state) relation_states;

struct relation_analysis {
    liveness *live;
    range_analysis *ranges;
    budget limits;
    enum shape_kind kind;
    const relation_analysis *before; /* whose facts hold; NULL: none */
    bool trusts;        /* sums do not wrap, whatever the ranges say: what comes of it is a guess */
    bool failed;        /* an operation on shapes took too long */
    u32_vec members;    /* by dimension: variable */
    u32_vec dimension;  /* by variable: 1 + dimension; 0: none */
    bits is_signed;     /* by dimension */
    relation_states at; /* by location */
    form_vec conditions; /* of the program, of polyhedra: widening stops at them */
    worklist work;
    vec(bits) loops; /* by head: the locations of its loop, itself included */
};

static shape full(relation_analysis *a) { return shape_full(a->kind, a->members.size, &a->failed); }

/* ---- linear forms ---- */
static wide signed_of(uint64_t v, uint32_t width) { return bv_signed(width, v & bv_mask(width)); }

static void bounds_of(const relation_analysis *a, const range_env *env, uint32_t d, wide *lo,
                      wide *hi) {
    const range *x = &env->of.data[a->members.data[d]];
    bool is_signed = bits_has(&a->is_signed, d);
    *lo = is_signed ? (wide)x->slo : (wide)x->ulo;
    *hi = is_signed ? (wide)x->shi : (wide)x->uhi;
}

typedef struct {
    const relation_analysis *a;
    const range_env *env;
    uint32_t width;
    uint64_t constant, of[MOST_DIMENSIONS];
} form_collector;

static bool collect(form_collector *c, term x, uint64_t times, int depth);

static bool collect_variable(form_collector *c, uint32_t var, uint64_t times) {
    const range *x = &c->env->of.data[var];
    uint32_t d = c->a->dimension.data[var];
    if (x->kind == RANGE_BV && x->ulo == x->uhi && x->width == c->width) {
        c->constant += times * x->ulo;
        return true;
    }
    if (!d) return false;
    c->of[d - 1] += times;
    return true;
}

/* An extended variable: its integer is that of the variable where both read it the same way. */
static bool collect_extended(form_collector *c, term x, uint64_t times) {
    const terms *t = c->a->live->p->terms;
    term inner = term_arg(t, x, 0);
    if (!term_is_var(t, inner)) return false;
    uint32_t var = variable_index(c->a->live->p, inner), d = c->a->dimension.data[var];
    const range *now = &c->env->of.data[var];
    if (!d || now->kind != RANGE_BV) return false;
    bool by_sign = term_op(t, x) == OP_SIGN_EXTEND;
    if (by_sign != bits_has(&c->a->is_signed, d - 1) && now->slo < 0) return false;
    c->of[d - 1] += times;
    return true;
}

static bool collect_product(form_collector *c, term x, uint64_t times, int depth) {
    const terms *t = c->a->live->p->terms;
    term factor = {0};
    for (uint32_t i = 0, n = term_arity(t, x); i < n; i++) {
        uint64_t v;
        if (term_get_u64(t, term_arg(t, x, i), &v)) times *= v;
        else if (factor.id) return false;
        else factor = term_arg(t, x, i);
    }
    return factor.id && collect(c, factor, times, depth);
}

static bool collect(form_collector *c, term x, uint64_t times, int depth) {
    const terms *t = c->a->live->p->terms;
    uint64_t value;
    if (depth > 100) return false;
    if (term_get_u64(t, x, &value)) {
        c->constant += times * value;
        return true;
    }
    switch (term_op(t, x)) {
    case OP_VAR: return collect_variable(c, variable_index(c->a->live->p, x), times);
    case OP_BVADD:
        for (uint32_t i = 0, n = term_arity(t, x); i < n; i++)
            if (!collect(c, term_arg(t, x, i), times, depth + 1)) return false;
        return true;
    case OP_BVNEG: return collect(c, term_arg(t, x, 0), -times, depth + 1);
    case OP_BVNOT: c->constant -= times; return collect(c, term_arg(t, x, 0), -times, depth + 1);
    case OP_BVMUL: return collect_product(c, x, times, depth + 1);
    case OP_ZERO_EXTEND:
    case OP_SIGN_EXTEND: return collect_extended(c, x, times);
    default: return false;
    }
}

static bool greatest_of(shape s, const form *f, wide *out) {
    mpz_t z;
    mpz_init(z);
    bool known = shape_greatest(s, f, z) && mpz_sizeinbase(z, 2) <= 62;
    if (known) *out = mpz_get_si(z);
    mpz_clear(z);
    return known;
}

static form negative(const form *f) {
    form n = {.constant = -f->constant};
    for (uint32_t d = 0; d < MOST_DIMENSIONS; d++) n.of[d] = -f->of[d];
    return n;
}

static void span_by_ranges(const relation_analysis *a, const range_env *env, form *f) {
    f->lo = f->hi = f->constant;
    for (uint32_t d = 0; d < a->members.size; d++) {
        wide lo, hi;
        if (!f->of[d]) continue;
        bounds_of(a, env, d, &lo, &hi);
        f->lo += f->of[d] > 0 ? f->of[d] * lo : f->of[d] * hi;
        f->hi += f->of[d] > 0 ? f->of[d] * hi : f->of[d] * lo;
    }
}

/* Relations know more than ranges: a counter that equals another one ends where that one does. */
static bool span_by_shape(shape s, form *f) {
    form minus = negative(f);
    if (!s.of || !greatest_of(s, f, &f->hi) || !greatest_of(s, &minus, &f->lo)) return false;
    f->lo = -f->lo;
    return true;
}

/* A constant is only known modulo 2^w: try the turn in which the form lies within the type. */
static bool fits_type(form *f, uint32_t width, bool is_signed) {
    wide least = is_signed ? (wide)bv_min(width) : 0,
         most = is_signed ? (wide)bv_max(width) : (wide)bv_mask(width);
    wide turn = (wide)1 << width, by = f->hi > most ? -turn : f->lo < least ? turn : 0;
    if (f->lo + by < least || f->hi + by > most) return false;
    f->constant += by, f->lo += by, f->hi += by;
    return true;
}

/* The value of x read as signed or unsigned, as a form over the dimensions. The form is right
 * modulo 2^w; it is the value where, by the ranges or by the shape (of is NULL: none), it lies
 * within the type, or where that is trusted. */
static bool form_of(const relation_analysis *a, const range_env *env, shape s, term x,
                    bool is_signed, form *out) {
    const terms *t = a->live->p->terms;
    if (!sort_is_bv(t, term_sort(t, x)) || term_width(t, x) > 64) return false;
    form_collector c = {.a = a, .env = env, .width = term_width(t, x)};
    if (!collect(&c, x, 1, 0)) return false;
    *out = (form){.constant = signed_of(c.constant, c.width)};
    for (uint32_t d = 0; d < a->members.size; d++) {
        out->of[d] = (int64_t)signed_of(c.of[d], c.width);
        if (out->of[d] > LARGEST_FACTOR || out->of[d] < -LARGEST_FACTOR) return false;
    }
    span_by_ranges(a, env, out);
    return a->trusts || fits_type(out, c.width, is_signed) ||
           (span_by_shape(s, out) && fits_type(out, c.width, is_signed));
}

static form difference(const form *x, const form *y) {
    form f = {.constant = x->constant - y->constant};
    for (uint32_t d = 0; d < MOST_DIMENSIONS; d++) f.of[d] = x->of[d] - y->of[d];
    return f;
}

/* Bounds of the type say nothing where sums do not wrap, and make polyhedra large. */
static bool is_of_type(const relation_analysis *a, uint32_t d, wide bound, bool upper) {
    uint32_t w = term_width(a->live->p->terms, a->live->p->variables.data[a->members.data[d]].var);
    bool is_signed = bits_has(&a->is_signed, d);
    return bound == (upper       ? is_signed ? (wide)bv_max(w) : (wide)bv_mask(w)
                           : is_signed ? (wide)bv_min(w)
                                 : 0);
}

static void require_bounds(const relation_analysis *a, const range_env *env, shape s, uint32_t d) {
    wide lo, hi;
    bounds_of(a, env, d, &lo, &hi);
    form low = {.constant = -lo}, high = {.constant = hi};
    low.of[d] = 1;
    high.of[d] = -1;
    if (!a->trusts || lo == 0 || !is_of_type(a, d, lo, false)) shape_require(s, &low, false);
    if (!a->trusts || !is_of_type(a, d, hi, true)) shape_require(s, &high, false);
}

/* ---- commands ---- */
typedef struct {
    const relation_analysis *a;
    range_env *env;
} relation_step;

static void run_command(relation_step *w, shape *s, cmd c);

static bool value_of(relation_step *w, shape s, term x, bool is_signed, form *out) {
    return form_of(w->a, w->env, s, x, is_signed, out);
}

/* x = of / by, with by > 0 and of >= 0: not linear, but between two forms. */
typedef struct {
    form of;
    int64_t by;
} quotient;

static bool quotient_of(relation_step *w, shape s, term x, bool is_signed, quotient *q) {
    const terms *t = w->a->live->p->terms;
    uint64_t by;
    wide most;
    if (term_op(t, x) != (is_signed ? OP_BVSDIV : OP_BVUDIV) ||
        !term_get_u64(t, term_arg(t, x, 1), &by))
        return false;
    if (!by || by > LARGEST_FACTOR || !value_of(w, s, term_arg(t, x, 0), is_signed, &q->of))
        return false;
    form minus = negative(&q->of);
    q->by = (int64_t)by;
    return !is_signed || (greatest_of(s, &minus, &most) && most <= 0);
}

static form scaled(const form *f, int64_t by) {
    form r = {.constant = f->constant * by};
    for (uint32_t d = 0; d < MOST_DIMENSIONS; d++) r.of[d] = f->of[d] * by;
    return r;
}

/* q <= y where q's dividend is at most y * by + by - 1. */
static form quotient_below(const quotient *q, const form *y) {
    form f = scaled(y, q->by);
    f = difference(&f, &q->of);
    f.constant += q->by - 1;
    return f;
}

/* x <= q where x * by is at most the dividend. */
static form quotient_above(const quotient *q, const form *x) {
    form f = scaled(x, q->by);
    return difference(&q->of, &f);
}

/* x_d := of / by, where the dividend has nothing to do with x_d. */
static void assign_quotient(shape s, uint32_t d, const quotient *q) {
    form x = {0};
    x.of[d] = 1;
    form below = quotient_below(q, &x), above = quotient_above(q, &x);
    shape_require(s, &below, false);
    shape_require(s, &above, false);
}

static void run_assign(relation_step *w, shape *s, cmd c) {
    const program *p = w->a->live->p;
    uint32_t var = variable_index(p, cmd_var(p, c)), d = w->a->dimension.data[var];
    bool is_signed = d && bits_has(&w->a->is_signed, d - 1);
    form f;
    quotient q;
    bool linear = d && value_of(w, *s, cmd_term(p, c), is_signed, &f);
    bool divided =
        d && !linear && quotient_of(w, *s, cmd_term(p, c), is_signed, &q) && !q.of.of[d - 1];
    env_command(w->env, c, NULL);
    if (!d) return;
    if (linear) {
        shape_assign(*s, d - 1, &f);
        return;
    }
    shape_forget(*s, d - 1);
    require_bounds(w->a, w->env, *s, d - 1);
    if (divided) assign_quotient(*s, d - 1, &q);
}

/* x <= y, or x < y */
static void assume_order(relation_step *w, shape s, term x, term y, bool is_signed, bool strict) {
    form fx, fy, f;
    quotient q;
    bool left = value_of(w, s, x, is_signed, &fx), right = value_of(w, s, y, is_signed, &fy);
    if (left) fx.constant += strict;
    else if (right) fy.constant -= strict;
    if (left && right) f = difference(&fy, &fx);
    else if (left && quotient_of(w, s, y, is_signed, &q)) f = quotient_above(&q, &fx);
    else if (right && quotient_of(w, s, x, is_signed, &q)) f = quotient_below(&q, &fy);
    else return;
    shape_require(s, &f, false);
}

static bool both_forms(relation_step *w, shape s, term x, term y, form *f) {
    form fx, fy;
    for (int is_signed = 1; is_signed >= 0; is_signed--)
        if (value_of(w, s, x, is_signed, &fx) && value_of(w, s, y, is_signed, &fy)) {
            *f = difference(&fx, &fy);
            return true;
        }
    return false;
}

static void assume_equal(relation_step *w, shape s, term x, term y) {
    form f;
    if (both_forms(w, s, x, y, &f)) {
        shape_require(s, &f, true);
        return;
    }
    for (int is_signed = 1; is_signed >= 0; is_signed--) {
        assume_order(w, s, x, y, is_signed, false);
        assume_order(w, s, y, x, is_signed, false);
    }
}

static bool implies(shape s, const form *f) {
    shape copy = shape_copy(s);
    form opposite = difference(&(form){.constant = -1}, f); /* -f - 1 >= 0 */
    shape_require(copy, &opposite, false);
    bool empty = shape_empty(copy);
    shape_drop(copy);
    return empty;
}

/* x differs from y: where one is never above the other, it is below. */
static void assume_differs(relation_step *w, shape s, term x, term y) {
    form f;
    if (!both_forms(w, s, x, y, &f)) return;
    form turned = difference(&(form){.constant = 0}, &f);
    form *way = implies(s, &f) ? &f : implies(s, &turned) ? &turned : NULL;
    if (!way) return;
    way->constant -= 1;
    shape_require(s, way, false);
}

static void assume_literal(relation_step *w, shape s, term c, bool to) {
    const terms *t = w->a->live->p->terms;
    enum op op = term_op(t, c);
    if (op == OP_NOT) {
        assume_literal(w, s, term_arg(t, c, 0), !to);
        return;
    }
    if (op == OP_EQ) {
        term x = term_arg(t, c, 0), y = term_arg(t, c, 1);
        if (to) assume_equal(w, s, x, y);
        else assume_differs(w, s, x, y);
        return;
    }
    if (op != OP_BVULT && op != OP_BVULE && op != OP_BVSLT && op != OP_BVSLE) return;
    term x = term_arg(t, c, 0), y = term_arg(t, c, 1);
    bool strict = op == OP_BVULT || op == OP_BVSLT, is_signed = op == OP_BVSLT || op == OP_BVSLE;
    if (to) assume_order(w, s, x, y, is_signed, strict);
    else assume_order(w, s, y, x, is_signed, !strict);
}

static void run_assume(relation_step *w, shape *s, cmd c) {
    program *p = w->a->live->p;
    term_vec parts = {0};
    env_command(w->env, c, NULL);
    term_conjuncts(p->terms, cmd_term(p, c), &parts);
    for (uint32_t i = 0; i < parts.size && !w->env->dead; i++)
        assume_literal(w, *s, parts.data[i], true);
    vec_release(&parts);
    if (!w->env->dead && shape_empty(*s)) w->env->dead = true;
}

static void run_choice(relation_step *w, shape *s, cmd c) {
    const program *p = w->a->live->p;
    range_ends ends = {0};
    shape joined = {0};
    for (uint32_t i = 0, n = cmd_size(p, c); i < n; i++) {
        uint32_t mark = w->env->trail.size;
        shape one = shape_copy(*s);
        run_command(w, &one, cmd_part(p, c, i));
        if (!w->env->dead) {
            env_collect(w->env, mark, &ends);
            if (joined.of) shape_join(joined, one);
            else joined = shape_copy(one);
        }
        shape_drop(one);
        env_undo(w->env, mark);
        w->env->dead = false;
    }
    if (!ends.size) w->env->dead = true;
    env_join(w->env, &ends);
    if (!joined.of) return;
    shape_drop(*s);
    *s = joined;
}

static void run_command(relation_step *w, shape *s, cmd c) {
    const program *p = w->a->live->p;
    if (w->env->dead) return;
    switch (cmd_kind_of(p, c)) {
    case CMD_SKIP: return;
    case CMD_ASSIGN: run_assign(w, s, c); return;
    case CMD_HAVOC: {
        uint32_t d = w->a->dimension.data[variable_index(p, cmd_var(p, c))];
        env_command(w->env, c, NULL);
        if (!d) return;
        shape_forget(*s, d - 1);
        require_bounds(w->a, w->env, *s, d - 1);
        return;
    }
    case CMD_ASSUME: run_assume(w, s, c); return;
    case CMD_SEQ:
        for (uint32_t i = 0, n = cmd_size(p, c); i < n && !w->env->dead; i++)
            run_command(w, s, cmd_part(p, c, i));
        return;
    case CMD_CHOICE: run_choice(w, s, c); return;
    }
}

/* ---- fixpoint ---- */
static bool is_polyhedron(const relation_analysis *a) { return a->kind == SHAPE_POLYHEDRON; }

/* What the analysis before this one found out about single variables at a location: bounds that
 * widening would lose here. */
static void require_known(const relation_analysis *a, loc l, shape s) {
    const relation_analysis *b = a->before;
    if (!b || !b->at.data[l.id].reached) return;
    for (uint32_t d = 0; d < a->members.size; d++) {
        uint32_t at = b->dimension.data[a->members.data[d]];
        if (!at || bits_has(&b->is_signed, at - 1) != bits_has(&a->is_signed, d)) continue;
        for (int sign = 1; sign >= -1; sign -= 2) {
            form there = {0}, here = {0};
            there.of[at - 1] = sign;
            here.of[d] = -sign;
            if (greatest_of(b->at.data[l.id].of, &there, &here.constant))
                shape_require(s, &here, false);
        }
    }
}

static bool is_plain(const relation_analysis *a, const form *f);

/* Polyhedra that are proven have plain forms alone: what is left out of the facts must not be
 * needed for them. */
static shape simplified(relation_analysis *a, shape s) {
    if (!is_polyhedron(a) || a->trusts || shape_empty(s)) return s;
    form_vec forms = {0};
    shape x = full(a);
    shape_forms(s, &forms);
    for (uint32_t i = 0; i < forms.size; i++)
        if (is_plain(a, &forms.data[i])) shape_require(x, &forms.data[i], false);
    vec_release(&forms);
    shape_drop(s);
    return x;
}

/* The shape at the end of an edge; none where no run passes. What is not needed at the target is
 * forgotten. */
static shape after_edge(relation_analysis *a, edge e) {
    relation_step w = {a, range_analysis_load(a->ranges, e.from)};
    shape s = shape_copy(a->at.data[e.from.id].of);
    for (uint32_t d = 0; d < a->members.size; d++) require_bounds(a, w.env, s, d);
    require_known(a, e.from, s);
    if (shape_empty(s)) w.env->dead = true;
    run_command(&w, &s, e.command);
    if (w.env->dead || shape_empty(s)) {
        shape_drop(s);
        return (shape){0};
    }
    for (uint32_t d = 0; d < a->members.size; d++)
        if (!bits_has(&a->live->at.data[e.to.id], a->members.data[d])) shape_forget(s, d);
    return s;
}

/* What the ranges know of live variables is not to be lost. */
static void widen(relation_analysis *a, loc to, shape now, shape before) {
    shape_widen(now, before, &a->conditions);
    if (!is_polyhedron(a)) return;
    const range_env *env = range_analysis_load(a->ranges, to);
    for (uint32_t d = 0; d < a->members.size; d++)
        if (bits_has(&a->live->at.data[to.id], a->members.data[d])) require_bounds(a, env, now, d);
}

static void arrive(relation_analysis *a, loc to, shape now) {
    relation_state *x = &a->at.data[to.id];
    if (!x->reached) {
        *x = (relation_state){now, true, 0, 0};
        bits_add(&a->work.waiting, to.id);
        return;
    }
    if (!shape_within(now, x->of)) {
        shape_join(now, x->of);
        if (bits_has(&a->work.heads, to.id) &&
            x->changes >= (is_polyhedron(a) ? WIDEN_POLYHEDRA_AFTER : WIDEN_AFTER))
            widen(a, to, now, x->of);
        shape_drop(x->of);
        x->of = simplified(a, now);
        x->changes++;
        if (++x->all >
            (is_polyhedron(a)
                 ? GIVE_UP_POLYHEDRA_AFTER
                 : GIVE_UP_AFTER)) { /* widening converges; this is a fence against its cost */
            shape_drop(x->of);
            x->of = full(a);
        }
        bits_add(&a->work.waiting, to.id);
        return;
    }
    shape_drop(now);
}

static bool in_loop(const relation_analysis *a, loc head, loc l) {
    return same_loc(head, NO_LOC) || bits_has(&a->loops.data[head.id], l.id);
}

/* Along the edges that stay in the loop of `within` and leave that of `out_of` (NO_LOC: none). */
static void visit(relation_analysis *a, loc l, loc within, loc out_of) {
    edge_vec out = {0};
    const edge_id *list;
    uint32_t n = program_out(a->live->p, l, &list);
    vec_append(&out, list, n);
    for (uint32_t i = 0; i < out.size; i++) {
        edge e = a->live->p->edges.data[out.data[i].id];
        if (!in_loop(a, within, e.to) || (!same_loc(out_of, NO_LOC) && in_loop(a, out_of, e.to)))
            continue;
        shape s = after_edge(a, e);
        if (s.of) arrive(a, e.to, s);
    }
    vec_release(&out);
}

static void leave_loop(relation_analysis *a, loc own, loc outer) {
    for (uint32_t i = 0; i < a->work.order.size; i++) {
        loc l = a->work.order.data[i];
        if (in_loop(a, own, l) && a->at.data[l.id].reached) visit(a, l, outer, own);
    }
}

/* Until nothing waits within the loop of `own`, which is in that of `outer` (NO_LOC: everywhere);
 * then edges out of it are followed. An inner loop comes to its end first: the outer one would else
 * be widened because of what the inner one has not come to yet. */
static bool settle(relation_analysis *a, loc own, loc outer) {
    for (bool again = true; again;) {
        again = false;
        for (uint32_t i = 0; i < a->work.order.size; i++) {
            loc l = a->work.order.data[i];
            if (!bits_has(&a->work.waiting, l.id) || !in_loop(a, own, l)) continue;
            again = true;
            if (bits_has(&a->work.heads, l.id) && !same_loc(l, own)) {
                if (is_polyhedron(a)) a->at.data[l.id].changes = 0;
                if (!settle(a, l, own)) return false;
                continue;
            }
            bits_remove(&a->work.waiting, l.id);
            visit(a, l, own, NO_LOC);
            if (a->failed || budget_over(&a->limits)) return false;
        }
    }
    if (!same_loc(own, NO_LOC)) leave_loop(a, own, outer);
    return true;
}

/* Every edge once more, whatever its loops are: where loops overlap (goto into them), leaving one
 * may have missed an edge. */
static bool close_up(relation_analysis *a) {
    for (loc l = {0}; l.id < a->at.size; l.id++)
        if (a->at.data[l.id].reached) bits_add(&a->work.waiting, l.id);
    for (loc l; worklist_take(&a->work, &l);) {
        visit(a, l, NO_LOC, NO_LOC);
        if (a->failed || budget_over(&a->limits)) return false;
    }
    return true;
}

static bool ascend(relation_analysis *a) {
    relation_state *start = &a->at.data[a->live->p->start.id];
    *start = (relation_state){full(a), true, 0, 0};
    bits_add(&a->work.waiting, a->live->p->start.id);
    return settle(a, NO_LOC, NO_LOC) && close_up(a);
}

static void places_release(relation_states *v) {
    for (uint32_t i = 0; i < v->size; i++)
        if (v->data[i].of.of) shape_drop(v->data[i].of);
    vec_release(v);
}

static void sweep(relation_analysis *a, relation_states *next) {
    const program *p = a->live->p;
    vec_resize(next, p->locations.size);
    next->data[p->start.id] = (relation_state){full(a), true, 0, 0};
    for (edge_id i = {0}; i.id < p->edges.size; i.id++) {
        edge e = p->edges.data[i.id];
        if (e.removed || !a->at.data[e.from.id].reached) continue;
        shape s = after_edge(a, e);
        relation_state *x = &next->data[e.to.id];
        if (!s.of) continue;
        if (x->reached) {
            shape_join(x->of, s);
            shape_drop(s);
        } else {
            *x = (relation_state){s, true, 0, 0};
        }
    }
    for (loc l = {0}; l.id < next->size; l.id++)
        if (next->data[l.id].reached) next->data[l.id].of = simplified(a, next->data[l.id].of);
}

static bool is_closed(relation_analysis *a) {
    relation_states next = {0};
    bool closed = true;
    sweep(a, &next);
    for (loc l = {0}; l.id < next.size && closed; l.id++)
        if (next.data[l.id].reached)
            closed =
                a->at.data[l.id].reached && shape_within(next.data[l.id].of, a->at.data[l.id].of);
    places_release(&next);
    return closed;
}

static void descend(relation_analysis *a) {
    for (int i = 0; i < DESCENTS && !a->failed && !budget_over(&a->limits); i++) {
        relation_states next = {0}, old = a->at;
        sweep(a, &next);
        a->at = next;
        bool closed = is_closed(a);
        if (!closed) {
            next = a->at;
            a->at = old;
            old = next;
        }
        places_release(&old);
        if (!closed) return;
    }
}

/* ---- set up ---- */
typedef struct {
    uint32_t by_sign, plainly;
    bool related, counts;
} usage; /* counts: it is set to a sum with itself */

/* How a term's variables are compared. */
static void count_usage(relation_analysis *a, term x, bool is_signed, usage *of) {
    uint32_t n;
    const uint32_t *vars = reads_of(a->live, x, &n);
    for (uint32_t i = 0; i < n; i++) {
        if (is_signed) of[vars[i]].by_sign++;
        else of[vars[i]].plainly++;
        of[vars[i]].related |= n > 1;
    }
}

static void scan_term(relation_analysis *a, term x, term_walk *seen, usage *of) {
    const terms *t = a->live->p->terms;
    walk_add(seen, x);
    for (term y; walk_next(seen, &y);) {
        enum op op = term_op(t, y);
        if (op == OP_BVSLT || op == OP_BVSLE) count_usage(a, y, true, of);
        if (op == OP_BVULT || op == OP_BVULE) count_usage(a, y, false, of);
        if (op == OP_EQ || op == OP_BVADD) {
            uint32_t n;
            const uint32_t *vars = reads_of(a->live, y, &n);
            for (uint32_t i = 0; i < n && n > 1; i++) of[vars[i]].related = true;
        }
        walk_below(seen, t, y);
    }
}

static void scan_command(relation_analysis *a, cmd c, term_walk *seen, usage *of) {
    const program *p = a->live->p;
    enum cmd_kind k = cmd_kind_of(p, c);
    if (k == CMD_ASSIGN || k == CMD_ASSUME) scan_term(a, cmd_term(p, c), seen, of);
    if (k == CMD_ASSIGN && term_is_var(p->terms, cmd_term(p, c))) {
        of[variable_index(p, cmd_term(p, c))].related = true;
        of[variable_index(p, cmd_var(p, c))].related = true;
    }
    if (k == CMD_ASSIGN && term_op(p->terms, cmd_term(p, c)) == OP_BVADD &&
        term_mentions(p->terms, cmd_term(p, c), cmd_var(p, c)))
        of[variable_index(p, cmd_var(p, c))].counts = true;
    for (uint32_t i = 0, n = cmd_size(p, c); i < n; i++)
        scan_command(a, cmd_part(p, c, i), seen, of);
}

static bool is_number(const relation_analysis *a, uint32_t var) {
    const terms *t = a->live->p->terms;
    term x = a->live->p->variables.data[var].var;
    return sort_is_bv(t, term_sort(t, x)) && term_width(t, x) <= 64 && term_width(t, x) >= 2;
}

static void add_member(relation_analysis *a, uint32_t var, const usage *u) {
    bool compared = u->by_sign || u->plainly;
    if (a->members.size == MOST_DIMENSIONS || a->dimension.data[var] || !is_number(a, var)) return;
    if (compared ? u->by_sign >= u->plainly : a->live->p->variables.data[var].is_signed)
        bits_add(&a->is_signed, a->members.size);
    vec_push(&a->members, var);
    a->dimension.data[var] = a->members.size;
}

static uint32_t count_numbers(const relation_analysis *a, const bits *needed) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < a->live->p->variables.size; i++)
        n += bits_has(needed, i) && is_number(a, i);
    return n;
}

static void choose_members(relation_analysis *a) {
    const program *p = a->live->p;
    usage *of = mem_zero((p->variables.size + 1) * sizeof *of);
    term_walk seen = {0};
    bits needed = {0};
    for (edge_id i = {0}; i.id < p->edges.size; i.id++)
        if (!p->edges.data[i.id].removed) scan_command(a, p->edges.data[i.id].command, &seen, of);
    for (loc l = {0}; l.id < p->locations.size; l.id++)
        if (!same_loc(l, p->start)) bits_join(&needed, &a->live->at.data[l.id]);
    vec_resize(&a->dimension, p->variables.size);
    bool counters = is_polyhedron(a) ||
                    count_numbers(a, &needed) <= FEW; /* two of them need not meet in the text */
    for (uint32_t i = 0; i < p->variables.size; i++)
        if (bits_has(&needed, i) && (of[i].related || (counters && of[i].counts)))
            add_member(a, i, &of[i]);
    for (uint32_t i = 0; i < p->variables.size; i++)
        if (of[i].related || (a->trusts && of[i].counts))
            add_member(a, i, &of[i]); /* what values pass through */
    bits_release(&needed);
    walk_release(&seen);
    mem_free(of);
}

/* The locations from which `from` is reached without passing the head. */
static void add_loop(relation_analysis *a, loc head, loc from) {
    const program *p = a->live->p;
    bits *in = &a->loops.data[head.id];
    loc_vec stack = {0};
    bits_add(in, head.id);
    vec_push(&stack, from);
    while (stack.size) {
        loc l = vec_pop(&stack);
        if (bits_has(in, l.id)) continue;
        bits_add(in, l.id);
        const edge_id *into;
        uint32_t n = program_in(p, l, &into);
        for (uint32_t i = 0; i < n; i++) vec_push(&stack, p->edges.data[into[i].id].from);
    }
    vec_release(&stack);
}

static void find_loops(relation_analysis *a) {
    const program *p = a->live->p;
    worklist_init(&a->work, p);
    vec_resize(&a->loops, p->locations.size);
    for (edge_id i = {0}; i.id < p->edges.size; i.id++) {
        const edge *e = &p->edges.data[i.id];
        if (worklist_goes_back(&a->work, e)) add_loop(a, e->to, e->from);
    }
}

/* ---- conditions ---- */
static void add_condition(relation_analysis *a, form f) {
    for (uint32_t i = 0; i < a->conditions.size; i++) {
        const form *x = &a->conditions.data[i];
        if (x->constant == f.constant && !memcmp(x->of, f.of, sizeof f.of)) return;
    }
    if (a->conditions.size < MOST_CONDITIONS) vec_push(&a->conditions, f);
}

/* x <= y and x - 1 <= y, and the other way round: a counter passes its limit by a step at most. */
static void add_order(relation_analysis *a, range_env *env, term x, term y, bool is_signed) {
    form fx, fy;
    shape none = {0};
    if (!form_of(a, env, none, x, is_signed, &fx) || !form_of(a, env, none, y, is_signed, &fy))
        return;
    form up = difference(&fy, &fx), down = difference(&fx, &fy);
    for (int more = 0; more < 2; more++, up.constant++, down.constant++) {
        add_condition(a, up);
        add_condition(a, down);
    }
}

static void add_conditions(relation_analysis *a, range_env *env, cmd c) {
    const program *p = a->live->p;
    const terms *t = p->terms;
    if (cmd_kind_of(p, c) == CMD_ASSUME) {
        term x = cmd_term(p, c);
        if (term_op(t, x) == OP_NOT) x = term_arg(t, x, 0);
        enum op op = term_op(t, x);
        bool is_signed = op == OP_BVSLT || op == OP_BVSLE;
        if (is_signed || op == OP_BVULT || op == OP_BVULE)
            add_order(a, env, term_arg(t, x, 0), term_arg(t, x, 1), is_signed);
        if (op == OP_EQ && sort_is_bv(t, term_sort(t, term_arg(t, x, 0))))
            add_order(a, env, term_arg(t, x, 0), term_arg(t, x, 1), true);
    }
    for (uint32_t i = 0, n = cmd_size(p, c); i < n; i++) add_conditions(a, env, cmd_part(p, c, i));
}

static void find_conditions(relation_analysis *a) {
    const program *p = a->live->p;
    for (edge_id i = {0}; i.id < p->edges.size; i.id++)
        if (!p->edges.data[i.id].removed)
            add_conditions(a, range_analysis_load(a->ranges, p->edges.data[i.id].from),
                           p->edges.data[i.id].command);
}

/* ---- all of it ---- */
/* Polyhedra of many dimensions take too long; those where variables are dead do not matter. */
static bool is_small(const relation_analysis *a) {
    if (a->members.size < 2) return false;
    for (loc l = {0}; a->kind == SHAPE_POLYHEDRON && l.id < a->live->p->locations.size; l.id++) {
        uint32_t n = 0;
        for (uint32_t d = 0; d < a->members.size; d++)
            n += !same_loc(l, a->live->p->start) &&
                 bits_has(&a->live->at.data[l.id], a->members.data[d]);
        if (n > MOST_OF_POLYHEDRA) return false;
    }
    return true;
}

static relation_analysis *analyse(relation_analysis with) {
    relation_analysis *a = mem_zero(sizeof *a);
    *a = with;
    choose_members(a);
    find_loops(a);
    vec_resize(&a->at, a->live->p->locations.size);
    bool good = is_small(a);
    if (good && is_polyhedron(a)) find_conditions(a);
    shape_begin(a->kind);
    good = good && ascend(a);
    if (good) descend(a);
    shape_end(a->kind);
    if (good && !a->failed) return a;
    relations_delete(a);
    return NULL;
}

relation_analysis *relations_new(liveness *live, range_analysis *ranges, enum shape_kind kind,
                                 const relation_analysis *before, budget limits) {
    LOG("ai", "relations of kind %d", (int)kind);
    return analyse((relation_analysis){
        .live = live, .ranges = ranges, .limits = limits, .kind = kind, .before = before});
}

relation_analysis *relations_guess(liveness *live, range_analysis *ranges, budget limits) {
    LOG("ai", "relations as candidates");
    return analyse((relation_analysis){.live = live,
                                       .ranges = ranges,
                                       .limits = limits,
                                       .kind = SHAPE_POLYHEDRON,
                                       .trusts = true});
}

void relations_delete(relation_analysis *a) {
    if (!a) return;
    places_release(&a->at);
    vec_release(&a->conditions);
    vec_release(&a->members);
    vec_release(&a->dimension);
    bits_release(&a->is_signed);
    worklist_release(&a->work);
    vec_release_each(&a->loops, bits_release);
    mem_free(a);
}

bool relations_reached(const relation_analysis *a, loc l) {
    assert_debug(l.id != NO_LOC.id);
    return a->at.data[l.id].reached;
}

/* ---- formulas ----
 * The bounds are asked for one by one: the library's own list of constraints refers to an object
 * that is gone. */
static term extended(const relation_analysis *a, uint32_t d, uint32_t width) {
    terms *t = a->live->p->terms;
    term x = a->live->p->variables.data[a->members.data[d]].var;
    return bits_has(&a->is_signed, d) ? term_sext(t, x, width) : term_zext(t, x, width);
}

/* x <= bound, or -x <= bound, in the variable's own width; nothing where the type says it. */
static void bound_fact(const relation_analysis *a, uint32_t d, bool upper, const mpz_t bound,
                       term_vec *out) {
    terms *t = a->live->p->terms;
    term x = a->live->p->variables.data[a->members.data[d]].var;
    uint32_t w = term_width(t, x);
    bool is_signed = bits_has(&a->is_signed, d);
    mpz_t limit, least, most;
    mpz_inits(limit, least, most, NULL);
    mpz_setbit(most, is_signed ? w - 1 : w);
    if (is_signed) mpz_neg(least, most);
    mpz_sub_ui(most, most, 1);
    mpz_set(limit, bound);
    if (!upper) mpz_neg(limit, limit);
    enum op op = is_signed ? OP_BVSLE : OP_BVULE;
    if (upper && mpz_cmp(limit, most) < 0)
        vec_push(out, term_2(t, op, x, term_bv_mpz(t, w, limit)));
    if (!upper && mpz_cmp(limit, least) > 0)
        vec_push(out, term_2(t, op, term_bv_mpz(t, w, limit), x));
    mpz_clears(limit, least, most, NULL);
}

/* i x + j y <= bound for i, j of 1 or -1, in a width where nothing wraps. */
static term pair_term(const relation_analysis *a, uint32_t x, int i, uint32_t y, int j,
                      const mpz_t bound) {
    terms *t = a->live->p->terms;
    const program *p = a->live->p;
    uint32_t wx = term_width(t, p->variables.data[a->members.data[x]].var);
    uint32_t wy = term_width(t, p->variables.data[a->members.data[y]].var), w = wx > wy ? wx : wy;
    bool alike = wx == wy && bits_has(&a->is_signed, x) == bits_has(&a->is_signed, y);
    if (alike && i != j && (!mpz_sgn(bound) || !mpz_cmp_si(bound, -1))) { /* a plain comparison */
        term left = p->variables.data[a->members.data[i > 0 ? x : y]].var;
        term right = p->variables.data[a->members.data[i > 0 ? y : x]].var;
        bool is_signed = bits_has(&a->is_signed, x), strict = mpz_sgn(bound) != 0;
        return term_2(t,
                      is_signed ? (strict ? OP_BVSLT : OP_BVSLE)
                      : strict  ? OP_BVULT
                                : OP_BVULE,
                      left, right);
    }
    w += 3;
    term ex = extended(a, x, w), ey = extended(a, y, w);
    term sum = term_2(t, OP_BVADD, i > 0 ? ex : term_1(t, OP_BVNEG, ex),
                      j > 0 ? ey : term_1(t, OP_BVNEG, ey));
    return term_2(t, OP_BVSLE, sum, term_bv_mpz(t, w, bound));
}

typedef struct {
    mpz_t up, down;
    bool has_up, has_down;
} ends; /* greatest x, greatest -x */

static void pair_facts(const relation_analysis *a, shape s, uint32_t x, uint32_t y, const ends *of,
                       term_vec *out) {
    for (int k = 0; k < 4; k++) {
        int i = k & 1 ? -1 : 1, j = k & 2 ? -1 : 1;
        form f = {.constant = 0};
        f.of[x] = i;
        f.of[y] = j;
        mpz_t bound, implied;
        mpz_inits(bound, implied, NULL);
        if (shape_greatest(s, &f, bound)) {
            bool known =
                (i > 0 ? of[x].has_up : of[x].has_down) && (j > 0 ? of[y].has_up : of[y].has_down);
            mpz_add(implied, i > 0 ? of[x].up : of[x].down, j > 0 ? of[y].up : of[y].down);
            if (!known || mpz_cmp(bound, implied) < 0)
                vec_push(out, pair_term(a, x, i, y, j, bound));
        }
        mpz_clears(bound, implied, NULL);
    }
}

static void single_facts(const relation_analysis *a, shape s, uint32_t d, ends *e, term_vec *out) {
    form up = {.constant = 0}, down = {.constant = 0};
    up.of[d] = 1;
    down.of[d] = -1;
    mpz_inits(e->up, e->down, NULL);
    e->has_up = shape_greatest(s, &up, e->up);
    e->has_down = shape_greatest(s, &down, e->down);
    if (e->has_up) bound_fact(a, d, true, e->up, out);
    if (e->has_down) bound_fact(a, d, false, e->down, out);
}

static void octagon_facts(const relation_analysis *a, shape s, term_vec *out) {
    ends of[MOST_DIMENSIONS];
    for (uint32_t d = 0; d < a->members.size; d++) single_facts(a, s, d, &of[d], out);
    for (uint32_t d = 0; d < a->members.size; d++)
        for (uint32_t y = d + 1; y < a->members.size; y++) pair_facts(a, s, d, y, of, out);
    for (uint32_t d = 0; d < a->members.size; d++) mpz_clears(of[d].up, of[d].down, NULL);
}

static uint32_t bits_of(unsigned __int128 x) {
    uint32_t n = 0;
    for (; x; x >>= 1) n++;
    return n;
}

/* Bits in which the form does not wrap, its sign included. */
static uint32_t form_width(const relation_analysis *a, const form *f) {
    uint32_t most = 0;
    unsigned __int128 weight = 0;
    for (uint32_t d = 0; d < a->members.size; d++) {
        if (!f->of[d]) continue;
        uint32_t w =
            term_width(a->live->p->terms, a->live->p->variables.data[a->members.data[d]].var);
        if (w > most) most = w;
        weight += (unsigned __int128)(f->of[d] < 0 ? -f->of[d] : f->of[d]);
    }
    uint32_t sum = most + bits_of(weight),
             constant = bits_of((unsigned __int128)(f->constant < 0 ? -f->constant : f->constant));
    return (sum > constant ? sum : constant) + 2;
}

static term number(terms *t, uint32_t width, int64_t v) {
    mpz_t z;
    mpz_init_set_si(z, v);
    term k = term_bv_mpz(t, width, z);
    mpz_clear(z);
    return k;
}

/* i x + j y + constant >= 0 for i, j of 1 or -1. */
static term pair_fact(const relation_analysis *a, const form *f, const uint32_t *at) {
    mpz_t bound;
    mpz_init_set_si(bound, (long)f->constant);
    term fact = pair_term(a, at[0], -(int)f->of[at[0]], at[1], -(int)f->of[at[1]], bound);
    mpz_clear(bound);
    return fact;
}

static void add_to(terms *t, term *sum, term part) {
    *sum = sum->id ? term_2(t, OP_BVADD, *sum, part) : part;
}

/* form >= 0, its numbers are small: what is subtracted stands on the left of <=, so that both sides
 * grow alike where counters do. */
static term form_fact(const relation_analysis *a, const form *f) {
    terms *t = a->live->p->terms;
    uint32_t width = form_width(a, f), used = 0, at[2] = {0, 0};
    bool simple = true;
    term less = {0}, more = {0};
    for (uint32_t d = 0; d < a->members.size; d++) {
        if (!f->of[d]) continue;
        if (used < 2) at[used] = d;
        used++;
        simple &= f->of[d] == 1 || f->of[d] == -1;
        int64_t k = f->of[d];
        add_to(t, k < 0 ? &less : &more,
               term_2(t, OP_BVMUL, number(t, width, k < 0 ? -k : k), extended(a, d, width)));
    }
    if (used == 2 && simple) return pair_fact(a, f, at);
    add_to(t, f->constant < 0 ? &less : &more,
           number(t, width, (int64_t)(f->constant < 0 ? -f->constant : f->constant)));
    if (!less.id) less = number(t, width, 0);
    if (!more.id) more = number(t, width, 0);
    return used ? term_2(t, OP_BVSLE, less, more) : term_true(t);
}

enum {
    MOST_BITS_OF_FORM = 20
}; /* of its factors: what comes of widening by chance has more, and is hard to prove */

static bool is_plain(const relation_analysis *a, const form *f) {
    uint32_t all = 0;
    for (uint32_t d = 0; d < a->members.size; d++)
        all += bits_of((unsigned __int128)(f->of[d] < 0 ? -f->of[d] : f->of[d]));
    return all <= MOST_BITS_OF_FORM;
}

static void polyhedron_facts(const relation_analysis *a, shape s, term_vec *out) {
    form_vec forms = {0};
    ends of;
    for (uint32_t d = 0; d < a->members.size;
         d++) { /* also those that follow: they show that nothing wraps */
        single_facts(a, s, d, &of, out);
        mpz_clears(of.up, of.down, NULL);
    }
    shape_forms(s, &forms);
    for (uint32_t i = 0; i < forms.size; i++)
        if (is_plain(a, &forms.data[i])) vec_push(out, form_fact(a, &forms.data[i]));
    vec_release(&forms);
}

void relations_facts(const relation_analysis *a, loc l, term_vec *out) {
    assert_debug(l.id != NO_LOC.id);
    const relation_state *x = &a->at.data[l.id];
    if (!x->reached || shape_empty(x->of)) vec_push(out, term_false(a->live->p->terms));
    else if (a->kind == SHAPE_OCTAGON) octagon_facts(a, x->of, out);
    else polyhedron_facts(a, x->of, out);
}
