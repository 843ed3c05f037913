/* The boxes backend: a second opinion about float arithmetic over ranges, made to check what icp
 * proves.
 *
 * The inputs of a check span a box. Every term is evaluated once over the whole box, from the
 * leaves up, by the processor's own arithmetic at the ends of the intervals: rounding to nearest is
 * monotone, so these are the ends of the result. Where an assertion is false all over the box, the
 * box is done; otherwise it is cut in halves. No contractors, no conflicts, nothing learnt, and
 * nothing shared with icp: what is simple to see through is slow, and mostly fast enough with one
 * or two inputs.
 *
 * Direction: intervals only over-approximate, so "no solution" is certain. It never says sat. */
#include "base/fail.h"
#include "base/log.h"
#include "solver/backend.h"

#include <math.h>

enum { NO_VARIABLE = UINT32_MAX, NO_MODE = 255 /* not a constant */ };
enum box_kind { OTHER /* any value */, TRUTH, FLOAT };

/* The values that a term can have. Floats are compared as numbers: both zeros are one. */
typedef struct {
    bool can_true, can_false; /* TRUTH */
    bool nan, number;         /* FLOAT: may be NaN; may be a number, from lo to hi */
    double lo, hi;
} value_set;

typedef struct {
    term term;
    enum op op;
    uint8_t kind, mode;
    bool single;              /* FLOAT: binary32, else binary64 */
    uint32_t first_arg, args; /* without the rounding mode */
    uint32_t variable;
} box_term;

/* An input: Boolean, or the numbers from..to in their order (and NaN). */
typedef struct {
    bool truth, single;
    bool can_true, can_false, nan, number;
    int64_t from, to;
} domain;

typedef struct {
    solver base;
    assertion_stack stack;
    vec(box_term) nodes;
    u32_vec args;
    vec(value_set) cells;
    map node_of;
    struct root {
        uint32_t node, nodes;
    } *roots; /* an assertion, and how many nodes are needed for it */
    uint32_t root_count;
    term_vec todo;
    vec(domain) variables, boxes; /* boxes: those still to be done, each as long as `variables` */
} boxes_solver;

/* ---- floats in their order ---- */

static double of_order(int64_t n, bool single) {
    uint64_t magnitude = (uint64_t)(n < 0 ? -n : n);
    double d;
    if (single) {
        uint32_t low = (uint32_t)magnitude;
        float f;
        memcpy(&f, &low, sizeof f);
        d = (double)f;
    } else memcpy(&d, &magnitude, sizeof d);
    return n < 0 ? -d : d;
}

static int64_t last_in_order(bool single) { return single ? 0x7f800000 : 0x7ff0000000000000; }

/* ---- intervals ---- */

static value_set any_float(void) {
    return (value_set){.nan = true, .number = true, .lo = -INFINITY, .hi = INFINITY};
}
static value_set truth(bool can_true, bool can_false) {
    return (value_set){.can_true = can_true, .can_false = can_false};
}
static value_set numbers(double lo, double hi, bool nan) {
    return (value_set){.nan = nan, .number = true, .lo = lo, .hi = hi};
}
static value_set only_nan(void) { return (value_set){.nan = true}; }
static bool holds_zero(const value_set *a) { return a->lo <= 0 && a->hi >= 0; }
static bool holds_infinity(const value_set *a) { return isinf(a->lo) || isinf(a->hi); }

static double compute(enum op op, bool single, double x, double y) {
    float f = (float)x, g = (float)y;
    switch (op) {
    case OP_FP_ADD: return single ? (double)(f + g) : x + y;
    case OP_FP_SUB: return single ? (double)(f - g) : x - y;
    case OP_FP_MUL: return single ? (double)(f * g) : x * y;
    default: return single ? (double)(f / g) : x / y;
    }
}

/* The hull of the results at the corners; where one is NaN, results near it are between 0 and the
 * other corners. */
static value_set corners(enum op op, bool single, const value_set *a, const value_set *b,
                         bool nan) {
    const double x[] = {a->lo, a->hi}, y[] = {b->lo, b->hi};
    value_set r = numbers(INFINITY, -INFINITY, nan);
    for (int i = 0; i < 4; i++) {
        double z = compute(op, single, x[i & 1], y[i >> 1]);
        if (isnan(z)) z = 0;
        r.lo = fmin(r.lo, z);
        r.hi = fmax(r.hi, z);
    }
    return r;
}

static value_set add(enum op op, bool single, const value_set *a, const value_set *b) {
    value_set other = op == OP_FP_SUB ? numbers(-b->hi, -b->lo, b->nan) : *b;
    double lo = compute(OP_FP_ADD, single, a->lo, other.lo),
           hi = compute(OP_FP_ADD, single, a->hi, other.hi);
    bool opposite = (a->hi == INFINITY && other.lo == -INFINITY) ||
                    (a->lo == -INFINITY && other.hi == INFINITY);
    return numbers(isnan(lo) ? -INFINITY : lo, isnan(hi) ? INFINITY : hi,
                   opposite || a->nan || b->nan);
}

static value_set multiply(bool single, const value_set *a, const value_set *b, bool square) {
    bool undefined =
        !square && ((holds_zero(a) && holds_infinity(b)) || (holds_infinity(a) && holds_zero(b)));
    value_set r = corners(OP_FP_MUL, single, a, b, undefined || a->nan || b->nan);
    if (square)
        r.lo = holds_zero(a) ? 0
                             : fmin(compute(OP_FP_MUL, single, a->lo, a->lo),
                                    compute(OP_FP_MUL, single, a->hi, a->hi));
    return r;
}

static value_set divide(bool single, const value_set *a, const value_set *b) {
    if (holds_zero(b)) return any_float();
    return corners(OP_FP_DIV, single, a, b,
                   (holds_infinity(a) && holds_infinity(b)) || a->nan || b->nan);
}

static value_set square_root(bool single, const value_set *a) {
    if (a->hi < 0) return only_nan();
    double lo = a->lo < 0 ? 0 : a->lo;
    return single
               ? numbers((double)sqrtf((float)lo), (double)sqrtf((float)a->hi), a->nan || a->lo < 0)
               : numbers(sqrt(lo), sqrt(a->hi), a->nan || a->lo < 0);
}

static value_set arithmetic(const box_term *x, const value_set *a, const value_set *b,
                            bool square) {
    if (!a->number || (b && !b->number)) return only_nan();
    if (x->mode != RNE) return any_float();
    switch (x->op) {
    case OP_FP_ADD:
    case OP_FP_SUB: return add(x->op, x->single, a, b);
    case OP_FP_MUL: return multiply(x->single, a, b, square);
    case OP_FP_DIV: return divide(x->single, a, b);
    default: return square_root(x->single, a);
    }
}

static double rounded(double d, uint8_t mode) {
    switch (mode) {
    case RTZ: return trunc(d);
    case RTP: return ceil(d);
    case RTN: return floor(d);
    case RNA: return round(d);
    default: return rint(d);
    }
}

static value_set negate(const value_set *a) {
    return a->number ? numbers(-a->hi, -a->lo, a->nan) : *a;
}

static value_set absolute(const value_set *a) {
    if (!a->number || a->lo >= 0) return *a;
    if (a->hi <= 0) return negate(a);
    return numbers(0, fmax(-a->lo, a->hi), a->nan);
}

static value_set hull(const value_set *a, const value_set *b) {
    if (!a->number || !b->number) {
        value_set r = a->number ? *a : *b;
        r.nan = a->nan || b->nan;
        return r;
    }
    return numbers(fmin(a->lo, b->lo), fmax(a->hi, b->hi), a->nan || b->nan);
}

/* To a narrower format to nearest; a wider one has every number. */
static value_set convert(const box_term *x, bool from_single, const value_set *a) {
    if (!a->number) return *a;
    if (!x->single || from_single) return *a;
    return x->mode == RNE ? numbers((double)(float)a->lo, (double)(float)a->hi, a->nan)
                          : any_float();
}

static value_set from_word(const box_term *x, uint32_t width, bool is_signed) {
    if (width > 64 || x->mode != RNE) return numbers(-INFINITY, INFINITY, false);
    double most = ldexp(1, (int)(is_signed ? width - 1 : width));
    return numbers(is_signed ? -most : 0, most, false);
}

/* ---- truth ---- */

static value_set compare(enum op op, const value_set *a, const value_set *b) {
    if (!a->number || !b->number) return truth(false, true);
    bool nan = a->nan || b->nan;
    switch (op) {
    case OP_FP_LT: return truth(a->lo < b->hi, nan || a->hi >= b->lo);
    case OP_FP_LE: return truth(a->lo <= b->hi, nan || a->hi > b->lo);
    default:
        return truth(a->lo <= b->hi && b->lo <= a->hi,
                     nan || a->lo != a->hi || b->lo != b->hi || a->lo != b->lo);
    }
}

/* The equation of SMT-LIB: NaN equals NaN, the zeros differ. */
static value_set same_float(const value_set *a, const value_set *b) {
    bool meet = a->number && b->number && a->lo <= b->hi && b->lo <= a->hi;
    bool one = meet && !a->nan && !b->nan && a->lo == a->hi && b->lo == b->hi && a->lo == b->lo &&
               a->lo != 0;
    return truth(meet || (a->nan && b->nan), !one);
}

static value_set classify(enum op op, const value_set *a) {
    if (op == OP_FP_IS_NAN) return truth(a->nan, a->number);
    if (!a->number) return truth(false, true);
    switch (op) {
    case OP_FP_IS_ZERO: return truth(holds_zero(a), a->nan || a->lo != 0 || a->hi != 0);
    case OP_FP_IS_INF: return truth(holds_infinity(a), a->nan || a->lo != a->hi || !isinf(a->lo));
    case OP_FP_IS_NEG: return truth(a->lo <= 0, a->nan || a->hi >= 0);
    case OP_FP_IS_POS: return truth(a->hi >= 0, a->nan || a->lo <= 0);
    default: return truth(true, true);
    }
}

/* ---- terms ---- */

static uint8_t kind_of(const terms *t, sort s) {
    enum sort_kind k = sort_kind_of(t, s);
    uint32_t width = k == SORT_FP ? sort_width(t, s) : 0,
             exponent = k == SORT_FP ? sort_eb(t, s) : 0;
    if (k == SORT_BOOL) return TRUTH;
    return (width == 32 && exponent == 8) || (width == 64 && exponent == 11) ? FLOAT : OTHER;
}

static value_set of_constant(const terms *t, const box_term *x) {
    mpz_t raw;
    if (x->kind == TRUTH) return truth(x->op == OP_TRUE, x->op != OP_TRUE);
    mpz_init(raw);
    require(term_get_mpz(t, x->term, raw), "a float without bits");
    uint64_t n = mpz_get_ui(raw), sign = x->single ? 1ull << 31 : 1ull << 63;
    mpz_clear(raw);
    if ((int64_t)(n & ~sign) > last_in_order(x->single)) return only_nan();
    double d = of_order((int64_t)(n & ~sign), x->single);
    return n & sign ? numbers(-d, -d, false) : numbers(d, d, false);
}

static domain any_value(uint8_t kind, bool single) {
    int64_t last = last_in_order(single);
    return (domain){kind == TRUTH, single, true, true, kind == FLOAT, kind == FLOAT, -last, last};
}

/* Arguments are followed into terms whose value we can bound. */
static bool followed(const terms *t, term a, uint8_t kind) {
    return kind != OTHER && !term_is_const(t, a) && !term_is_var(t, a);
}

static void make_node(boxes_solver *m, term a) {
    const terms *t = m->base.terms;
    box_term x = {.term = a,
                  .op = term_op(t, a),
                  .kind = kind_of(t, term_sort(t, a)),
                  .mode = RNE,
                  .variable = NO_VARIABLE};
    x.single = x.kind == FLOAT && term_width(t, a) == 32;
    x.first_arg = m->args.size;
    uint32_t skip = rounds_to_float(x.op);
    if (skip) {
        term mode = term_arg(t, a, 0);
        x.mode = term_is_const(t, mode) ? (uint8_t)term_get_rm(t, mode) : NO_MODE;
    }
    if (followed(t, a, x.kind)) {
        for (uint32_t i = skip; i < term_arity(t, a); i++) {
            uint32_t arg = (uint32_t)map_find(&m->node_of, term_arg(t, a, i).id, 0);
            vec_push(&m->args, arg);
        }
        x.args = term_arity(t, a) - skip;
    }
    if (x.kind != OTHER && term_is_var(t, a)) {
        x.variable = m->variables.size;
        domain d = any_value(x.kind, x.single);
        vec_push(&m->variables, d);
    }
    map_set(&m->node_of, a.id, m->nodes.size);
    vec_push(&m->nodes, x);
    value_set c = x.kind != OTHER && term_is_const(t, a) ? of_constant(t, &x)
                  : x.kind == FLOAT                      ? any_float()
                                                         : truth(true, true);
    vec_push(&m->cells, c);
}

/* Nodes for a term, arguments first. */
static void build(boxes_solver *m, term root) {
    const terms *t = m->base.terms;
    vec_clear(&m->todo);
    vec_push(&m->todo, root);
    while (m->todo.size) {
        term a = vec_last(&m->todo);
        bool ready = true;
        if (map_get(&m->node_of, a.id, NULL)) {
            m->todo.size--;
            continue;
        }
        for (uint32_t i = 0; followed(t, a, kind_of(t, term_sort(t, a))) && i < term_arity(t, a);
             i++) {
            term arg = term_arg(t, a, i);
            if (map_get(&m->node_of, arg.id, NULL)) continue;
            vec_push(&m->todo, arg);
            ready = false;
        }
        if (!ready) continue;
        m->todo.size--;
        make_node(m, a);
    }
}

/* ---- evaluation ---- */

static value_set join_truth(const boxes_solver *m, const box_term *x, bool conjunction) {
    value_set r = truth(conjunction, !conjunction);
    for (uint32_t i = 0; i < x->args; i++) {
        const value_set *a = &m->cells.data[m->args.data[x->first_arg + i]];
        if (conjunction) r = truth(r.can_true && a->can_true, r.can_false || a->can_false);
        else r = truth(r.can_true || a->can_true, r.can_false && a->can_false);
    }
    return r;
}

static value_set choose(const value_set *condition, const value_set *a, const value_set *b,
                        uint8_t kind) {
    if (!condition->can_false) return *a;
    if (!condition->can_true) return *b;
    return kind == FLOAT ? hull(a, b)
                         : truth(a->can_true || b->can_true, a->can_false || b->can_false);
}

static value_set equate(const box_term *a, const value_set *x, const value_set *y) {
    if (a->kind == FLOAT) return same_float(x, y);
    if (a->kind == OTHER) return truth(true, true);
    return truth((x->can_true && y->can_true) || (x->can_false && y->can_false),
                 (x->can_true && y->can_false) || (x->can_false && y->can_true));
}

/* One case an operation. What is not listed has any value. */
static value_set evaluate(const boxes_solver *m, const box_term *x) {
    const uint32_t *args = m->args.data + x->first_arg;
    const value_set *a = x->args ? &m->cells.data[args[0]] : NULL,
                    *b = x->args > 1 ? &m->cells.data[args[1]] : NULL;
    const box_term *from = x->args ? &m->nodes.data[args[0]] : NULL;
    switch (x->op) {
    case OP_NOT: return truth(a->can_false, a->can_true);
    case OP_AND: return join_truth(m, x, true);
    case OP_OR: return join_truth(m, x, false);
    case OP_ITE: return choose(a, b, &m->cells.data[args[2]], x->kind);
    case OP_EQ: return equate(from, a, b);
    case OP_FP_LT:
    case OP_FP_LE:
    case OP_FP_EQ: return from->kind == FLOAT ? compare(x->op, a, b) : truth(true, true);
    case OP_FP_IS_NAN:
    case OP_FP_IS_INF:
    case OP_FP_IS_ZERO:
    case OP_FP_IS_NEG:
    case OP_FP_IS_POS: return from->kind == FLOAT ? classify(x->op, a) : truth(true, true);
    case OP_FP_NEG: return negate(a);
    case OP_FP_ABS: return absolute(a);
    case OP_FP_ADD:
    case OP_FP_SUB:
    case OP_FP_MUL:
    case OP_FP_DIV: return arithmetic(x, a, b, args[0] == args[1]);
    case OP_FP_SQRT: return arithmetic(x, a, NULL, false);
    case OP_FP_ROUND:
        return a->number && x->mode != NO_MODE
                   ? numbers(rounded(a->lo, x->mode), rounded(a->hi, x->mode), a->nan)
                   : any_float();
    case OP_FP_MIN:
    case OP_FP_MAX: return hull(a, b);
    case OP_FP_FROM_FP: return from->kind == FLOAT ? convert(x, from->single, a) : any_float();
    case OP_FP_FROM_SBV:
    case OP_FP_FROM_UBV:
        return from_word(x, term_width(m->base.terms, from->term), x->op == OP_FP_FROM_SBV);
    default: return x->kind == FLOAT ? any_float() : truth(true, true);
    }
}

static value_set of_domain(const domain *d) {
    if (d->truth) return truth(d->can_true, d->can_false);
    return d->number ? numbers(of_order(d->from, d->single), of_order(d->to, d->single), d->nan)
                     : only_nan();
}

/* Whether some assertion is false all over the box. */
static bool refuted(boxes_solver *m, const domain *box) {
    uint32_t done = 0;
    for (uint32_t i = 0; i < m->root_count; i++) {
        for (; done < m->roots[i].nodes; done++) {
            const box_term *x = &m->nodes.data[done];
            if (x->variable != NO_VARIABLE) m->cells.data[done] = of_domain(&box[x->variable]);
            else if (x->args) m->cells.data[done] = evaluate(m, x);
        }
        if (!m->cells.data[m->roots[i].node].can_true) return true;
    }
    return false;
}

/* ---- search ---- */

/* Booleans first; then the widest interval. */
static uint32_t widest(const boxes_solver *m, const domain *box) {
    uint32_t best = NO_VARIABLE;
    uint64_t most = 0;
    for (uint32_t i = 0; i < m->variables.size; i++) {
        const domain *d = &box[i];
        if (d->truth && d->can_true && d->can_false) return i;
        if (d->truth) continue;
        uint64_t width = d->number && d->nan ? UINT64_MAX
                         : d->number         ? (uint64_t)d->to - (uint64_t)d->from
                                             : 0;
        if (width > most) best = i, most = width;
    }
    return best;
}

static void cut(domain *first, domain *second) {
    if (first->truth) first->can_false = second->can_true = false;
    else if (first->nan && first->number) first->nan = second->number = false;
    else {
        int64_t middle =
            first->from < 0 && first->to >= 0 ? -1 : first->from + (first->to - first->from) / 2;
        first->to = middle;
        second->from = middle + 1;
    }
}

/* Replace the last box by its halves; false where it is a point. */
static bool split(boxes_solver *m) {
    uint32_t n = m->variables.size, start = m->boxes.size - n,
             which = widest(m, m->boxes.data + start);
    if (which == NO_VARIABLE) return false;
    for (uint32_t i = 0; i < n; i++) {
        domain d = m->boxes.data[start + i];
        vec_push(&m->boxes, d);
    }
    cut(&m->boxes.data[start + which], &m->boxes.data[start + n + which]);
    return true;
}

static enum answer search(boxes_solver *m, double deadline) {
    uint32_t n = m->variables.size;
    vec_clear(&m->boxes);
    vec_append(&m->boxes, m->variables.data, n);
    for (uint64_t count = 0; m->boxes.size || !count; count++) {
        if (refuted(m, m->boxes.data + (m->boxes.size - n))) {
            m->boxes.size -= n;
            if (!n) return ANSWER_UNSAT;
            continue;
        }
        if (!n || !split(m)) return m->base.why = "a point is not refuted", ANSWER_UNKNOWN;
        if (count % 64 == 0 && (m->base.interrupted || (deadline > 0 && clock_now() > deadline)))
            return solver_stopped(&m->base, stop_by(BUDGET_TIME));
    }
    return ANSWER_UNSAT;
}

/* ---- the backend ---- */

static void boxes_assert(solver *s, term a) { vec_push(&((boxes_solver *)s)->stack.asserted, a); }

static void boxes_push(solver *s) {
    boxes_solver *m = (boxes_solver *)s;
    vec_push(&m->stack.scopes, m->stack.asserted.size);
}

static void boxes_pop(solver *s) {
    boxes_solver *m = (boxes_solver *)s;
    require(m->stack.scopes.size, "pop without push");
    assertions_pop(&m->stack);
}

static void add_root(boxes_solver *m, term a) {
    build(m, a);
    m->roots[m->root_count++] =
        (struct root){(uint32_t)map_find(&m->node_of, a.id, 0), m->nodes.size};
}

static enum answer boxes_check(solver *s, uint32_t n, const term *assumptions) {
    boxes_solver *m = (boxes_solver *)s;
    double seconds = check_seconds(s);
    vec_clear(&m->nodes);
    vec_clear(&m->args);
    vec_clear(&m->cells);
    vec_clear(&m->variables);
    map_clear(&m->node_of);
    m->root_count = 0;
    mem_free(m->roots);
    m->roots = mem_zero((m->stack.asserted.size + n + 1) * sizeof *m->roots);
    for (uint32_t i = 0; i < n; i++) add_root(m, assumptions[i]);
    for (uint32_t i = 0; i < m->stack.asserted.size; i++) add_root(m, m->stack.asserted.data[i]);
    return search(m, seconds > 0 ? clock_now() + seconds : 0);
}

static void boxes_core(solver *s, uint32_t n, const term *assumptions) {
    vec_append(&s->core, assumptions, n);
}

/* Never called: there is no sat. */
static value boxes_leaf(solver *s, values *pool, term var) {
    return value_default(pool, term_sort(s->terms, var));
}

static void boxes_release(solver *s) {
    boxes_solver *m = (boxes_solver *)s;
    assertions_release(&m->stack);
    vec_release(&m->nodes);
    vec_release(&m->args);
    vec_release(&m->cells);
    map_release(&m->node_of);
    mem_free(m->roots);
    vec_release(&m->todo);
    vec_release(&m->variables);
    vec_release(&m->boxes);
}

static const backend boxes_backend = {
    .name = "boxes",
    .theories =
        THEORY_BOOL | THEORY_BV | THEORY_FP | THEORY_ARRAY, /* words and arrays: any value */
    .capabilities = CAN_INTERRUPT,
    .release = boxes_release,
    .push = boxes_push,
    .pop = boxes_pop,
    .assert_term = boxes_assert,
    .check = boxes_check,
    .core = boxes_core,
    .leaf = boxes_leaf,
};

solver *boxes_new(terms *t, solver_options options, const char **why) {
    LOG("boxes", "new");
    (void)why;
    boxes_solver *m = mem_zero(sizeof *m);
    m->base.backend = &boxes_backend;
    m->base.terms = t;
    m->base.set = SOLVED_BY_BOXES;
    m->base.options = options;
    return &m->base;
}
