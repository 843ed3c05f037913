#include "engine/affine/forms.h"

#include "base/log.h"
#include "engine/common/path.h"

#include <math.h>
#include <stdio.h>

enum {
    MOST_VARIABLES = 40,
    MOST_COUNTERS = 4,
    COUNTER_BITS = 32,
    MOST_PATHS = 128,
    NEW_SYMBOLS = 24,
    DEPTH = 200
};

static void *zeroed(affine_program *a, size_t size) {
    return memset(arena_alloc(&a->memory, size), 0, size);
}

affine_form form_new(affine_program *a) {
    return (affine_form){0, zeroed(a, a->symbols * sizeof(double))};
}

void form_add(const affine_program *a, affine_form *to, const affine_form *f, double by) {
    to->constant += by * f->constant;
    for (uint32_t i = 0; i < a->symbols; i++) to->c[i] += by * f->c[i];
}

static bool is_variable_sort(const terms *t, sort s) {
    return sort_is_fp(t, s) && sort_sb(t, s) <= 53 && sort_eb(t, s) <= 11;
}

/* ---- terms as forms ---- */

typedef struct {
    affine_program *a;
    terms *t;
    map symbol_of;    /* term id -> symbol */
    uint32_t symbols; /* so far on this path */
    double rounding;  /* of what was read: relative to the largest symbol */
} form_reading;

static bool symbol_of(form_reading *r, term x, uint32_t *out) {
    uint64_t at;
    bool known = map_get(&r->symbol_of, x.id, &at);
    if (!known && r->symbols == r->a->symbols) return false;
    if (!known) map_set(&r->symbol_of, x.id, at = r->symbols++);
    *out = (uint32_t)at;
    return true;
}

/* The value of a finite float constant. */
static bool constant_value(terms *t, term a, double *number) {
    if (!term_is_const(t, a) || !is_variable_sort(t, term_sort(t, a))) return false;
    term wide = term_app_indexed(t, OP_FP_FROM_FP, 11, 53, 2, (term[]){term_rm(t, RNE), a});
    mpz_t bits;
    mpz_init(bits);
    bool good = term_get_mpz(t, wide, bits);
    uint64_t word = good ? mpz_get_ui(bits) : 0;
    mpz_clear(bits);
    memcpy(number, &word, sizeof *number);
    return good && isfinite(*number);
}

static bool read_symbol(form_reading *r, term x, double by, affine_form *out, double *size) {
    uint32_t at;
    if (!symbol_of(r, x, &at)) return false;
    out->c[at] += by;
    *size = fabs(by);
    return true;
}

/* An operation whose result has this size rounds once more. */
static bool rounds(form_reading *r, term x, double size) {
    r->rounding += ldexp(size, -(int)sort_sb(r->t, term_sort(r->t, x)));
    return true;
}

/* out += by * x; false: there are too many symbols. *size: the sum of the coefficients' magnitudes
 * in by * x. */
static bool read_term(form_reading *r, term x, double by, affine_form *out, int depth,
                      double *size) {
    terms *t = r->t;
    double c, left, right;
    if (constant_value(t, x, &c)) return out->constant += by * c, *size = fabs(by * c), true;
    if (depth < DEPTH) switch (term_op(t, x)) {
        case OP_FP_NEG: return read_term(r, term_arg(t, x, 0), -by, out, depth + 1, size);
        case OP_FP_ADD:
        case OP_FP_SUB:
            if (!read_term(r, term_arg(t, x, 1), by, out, depth + 1, &left) ||
                !read_term(r, term_arg(t, x, 2), term_op(t, x) == OP_FP_ADD ? by : -by, out,
                           depth + 1, &right))
                return false;
            return rounds(r, x, *size = left + right);
        case OP_FP_MUL:
            for (uint32_t i = 1; i <= 2; i++)
                if (constant_value(t, term_arg(t, x, i), &c))
                    return read_term(r, term_arg(t, x, 3 - i), by * c, out, depth + 1, size) &&
                           rounds(r, x, *size);
            break;
        case OP_FP_DIV:
            if (constant_value(t, term_arg(t, x, 2), &c) && c != 0)
                return read_term(r, term_arg(t, x, 1), by / c, out, depth + 1, size) &&
                       rounds(r, x, *size);
            break;
        case OP_FP_FROM_FP: {
            bool narrows =
                sort_sb(t, term_sort(t, x)) < sort_sb(t, term_sort(t, term_arg(t, x, 1)));
            return read_term(r, term_arg(t, x, 1), by, out, depth + 1, size) &&
                   (!narrows || rounds(r, x, *size));
        }
        default: break;
        }
    return read_symbol(r, x, by, out, size);
}

static double word_value(terms *t, term a) {
    uint64_t u = 0;
    term_get_u64(t, a, &u);
    uint32_t unused = 64 - term_width(t, a);
    return (double)((int64_t)(u << unused) >> unused);
}

/* A word: a constant, or another plus constants; otherwise a symbol of its own. Wrapping around is
 * left out of account. */
static bool read_word(form_reading *r, term x, affine_form *out) {
    terms *t = r->t;
    double ignored;
    if (term_is_const(t, x)) return out->constant += word_value(t, x), true;
    if (term_op(t, x) != OP_BVADD || term_arity(t, x) != 2 || !term_is_const(t, term_arg(t, x, 1)))
        return read_symbol(r, x, 1, out, &ignored);
    out->constant += word_value(t, term_arg(t, x, 1));
    return read_symbol(r, term_arg(t, x, 0), 1, out, &ignored);
}

/* ---- guards ---- */

/* a <= b, strictly or not. */
static void read_order(form_reading *r, term a, term b, affine_path *out) {
    limit g = {form_new(r->a), 0};
    double ignored;
    if (!read_term(r, a, 1, &g.f, 0, &ignored) || !read_term(r, b, -1, &g.f, 0, &ignored)) return;
    g.most = -g.f.constant;
    g.f.constant = 0;
    vec_push(&out->guards, g);
}

/* NaN is left out of account: bounds exclude it. */
static void read_guard(form_reading *r, term g, affine_path *out) {
    terms *t = r->t;
    bool negated = term_op(t, g) == OP_NOT;
    term atom = negated ? term_arg(t, g, 0) : g;
    enum op op = term_op(t, atom);
    if (op != OP_FP_LE && op != OP_FP_LT && (op != OP_FP_EQ || negated)) return;
    term a = term_arg(t, atom, 0), b = term_arg(t, atom, 1);
    if (!is_variable_sort(t, term_sort(t, a))) return;
    read_order(r, negated ? b : a, negated ? a : b, out);
    if (op == OP_FP_EQ) read_order(r, b, a, out);
}

/* Of a guard with one symbol: a bound of that symbol. */
static void bound_symbol(const affine_program *a, const limit *g, affine_path *x) {
    uint32_t which = a->symbols, n = 0;
    for (uint32_t i = 0; i < a->symbols; i++)
        if (g->f.c[i] != 0) which = i, n++;
    if (n != 1) return;
    double b = g->most / g->f.c[which];
    if (g->f.c[which] > 0) x->high[which] = fmin(x->high[which], b);
    else x->low[which] = fmax(x->low[which], b);
}

/* ---- paths ---- */

/* One guard is false, or the opposite of another: such paths are left where runs end at goals. */
static bool is_closed(terms *t, const term_vec *guards) {
    for (uint32_t i = 0; i < guards->size; i++)
        if (term_is_false(t, guards->data[i]) || terms_have(guards, term_not(t, guards->data[i])))
            return true;
    return false;
}

static bool read_open_path(affine_program *a, program *p, const edge *e, const path *x,
                           const term_vec *guards) {
    terms *t = p->terms;
    affine_path out = {
        .from = e->from, .to = e->to, .image = zeroed(a, a->variables.size * sizeof(affine_form))};
    form_reading r = {.a = a, .t = t};
    bool good = true;
    out.rounding = zeroed(a, a->variables.size * sizeof(double));
    out.low = zeroed(a, a->symbols * sizeof(double));
    out.high = zeroed(a, a->symbols * sizeof(double));
    for (uint32_t i = 0; i < a->symbols; i++) out.low[i] = -INFINITY, out.high[i] = INFINITY;
    for (uint32_t i = 0; i < a->variables.size; i++)
        map_set(&r.symbol_of, a->variables.data[i].id, r.symbols++);
    for (uint32_t i = 0; i < a->variables.size && good; i++) {
        term image = path_image(x, a->variables.data[i]);
        double ignored;
        out.image[i] = form_new(a);
        r.rounding = 0;
        good = i < a->floats ? read_term(&r, image, 1, &out.image[i], 0, &ignored)
                             : read_word(&r, image, &out.image[i]);
        out.rounding[i] = r.rounding;
    }
    for (uint32_t i = 0; i < guards->size && good; i++) read_guard(&r, guards->data[i], &out);
    for (uint32_t i = 0; i < out.guards.size; i++) bound_symbol(a, &out.guards.data[i], &out);
    if (good && program_is_error(p, e->to)) vec_push(&a->errors, out);
    else if (good) vec_push(&a->paths, out);
    if (a->used < r.symbols) a->used = r.symbols;
    map_release(&r.symbol_of);
    return good;
}

static bool read_path(affine_program *a, program *p, const edge *e, const path *x) {
    term_vec guards = {0};
    for (uint32_t i = 0; i < x->guards.size; i++)
        term_conjuncts(p->terms, x->guards.data[i], &guards);
    bool good = is_closed(p->terms, &guards) || read_open_path(a, p, e, x, &guards);
    vec_release(&guards);
    return good;
}

/* Def. 14: the choice-free ways through an edge. */
static bool read_edge(affine_program *a, program *p, edge_id id) {
    assert_debug(id.id < p->edges.size);
    edge e = p->edges.data[id.id];
    cmd_vec ways = {0};
    bool good =
        cmd_split(p, e.command, MOST_PATHS, &ways) && a->paths.size + ways.size <= MOST_PATHS;
    for (uint32_t i = 0; i < ways.size && good; i++) {
        char stamp[32];
        way w;
        snprintf(stamp, sizeof stamp, "affine%u.%u", id.id, i);
        way_init(&w, p, ways.data[i], stamp);
        const path *x = way_only(&w, p);
        good = x && read_path(a, p, &e, x);
        way_release(&w);
    }
    vec_release(&ways);
    return good;
}

/* ---- variables ---- */

static void collect_floats(program *p, affine_program *a) {
    for (uint32_t i = 0; i < p->variables.size; i++)
        if (is_variable_sort(p->terms, term_sort(p->terms, p->variables.data[i].var)))
            vec_push(&a->variables, p->variables.data[i].var);
    a->floats = a->variables.size;
}

/* Is it a bound of a word as a signed number? In the bank's normal form the constant is on the
 * right. */
static bool word_bound(terms *t, term fact, term *word, double *low, double *high) {
    bool negated = term_op(t, fact) == OP_NOT;
    term atom = negated ? term_arg(t, fact, 0) : fact;
    if (term_op(t, atom) != OP_BVSLT && term_op(t, atom) != OP_BVULT) return false;
    *word = term_arg(t, atom, 0);
    if (!term_is_var(t, *word) || !term_is_const(t, term_arg(t, atom, 1)) ||
        term_width(t, *word) > COUNTER_BITS)
        return false;
    double c = word_value(t, term_arg(t, atom, 1));
    if (term_op(t, atom) == OP_BVULT && (negated || c < 0)) return false;
    *low = negated ? c : term_op(t, atom) == OP_BVULT ? 0 : -INFINITY;
    *high = negated ? INFINITY : c - 1;
    return true;
}

static counter_range *range_at(affine_program *a, loc at, uint32_t which) {
    for (uint32_t i = 0; i < a->counters.size; i++)
        if (same_loc(a->counters.data[i].at, at) && a->counters.data[i].variable == which)
            return &a->counters.data[i];
    vec_push(&a->counters, ((counter_range){at, which, -INFINITY, INFINITY}));
    return &vec_last(&a->counters);
}

/* The number of a counter; a new one is added while there are few. */
static bool counter_of(affine_program *a, term word, uint32_t *out) {
    for (*out = a->floats; *out < a->variables.size; ++*out)
        if (same(a->variables.data[*out], word)) return true;
    if (a->variables.size - a->floats == MOST_COUNTERS) return false;
    vec_push(&a->variables, word);
    return true;
}

static void collect_counters(terms *t, const conjuncts *facts, affine_program *a) {
    term word;
    uint32_t which;
    double low, high;
    for (uint32_t i = 0; i < facts->size; i++)
        if (word_bound(t, facts->data[i].formula, &word, &low, &high) &&
            counter_of(a, word, &which)) {
            counter_range *r = range_at(a, facts->data[i].at, which);
            r->low = fmax(r->low, low);
            r->high = fmin(r->high, high);
        }
}

bool affine_program_make(program *p, const conjuncts *facts, affine_program *out) {
    LOG("affine", "forms of %u edges", p->edges.size);
    *out = (affine_program){0};
    collect_floats(p, out);
    collect_counters(p->terms, facts, out);
    out->symbols = out->variables.size + NEW_SYMBOLS;
    bool good = out->floats && out->floats <= MOST_VARIABLES;
    for (edge_id e = {0}; e.id < p->edges.size && good; e.id++)
        if (!p->edges.data[e.id].removed)
            good = read_edge(out, p, e) || program_is_error(p, p->edges.data[e.id].to);
    out->symbols = out->used;
    return good;
}

void affine_program_release(affine_program *a) {
    for (uint32_t i = 0; i < a->paths.size; i++) vec_release(&a->paths.data[i].guards);
    for (uint32_t i = 0; i < a->errors.size; i++) vec_release(&a->errors.data[i].guards);
    vec_release(&a->paths);
    vec_release(&a->errors);
    vec_release(&a->counters);
    vec_release(&a->variables);
    arena_release(&a->memory);
}
