#include "engine/sources/folds.h"

#include "base/log.h"
#include "program/liveness.h"

enum {
    MOST_FUNCTIONS = 8,
    MOST_FORMS = 24,
    MOST_CANDIDATES = 3000,
    LARGE_FUNCTION = 12,
    MOST_LOOPS = 6
};

/* A function that the program computes of a result: its average, or its low half. */
typedef struct {
    term of, result;
} fold_function;

typedef struct {
    program *p;
    terms *t;
    const fold *f;
    loc at;
    liveness *live;
    conjuncts *out;
    vec(fold_function) functions;
    map functions_seen;
    term_vec held;   /* variables that elements are assigned to */
    term_vec places; /* variables that elements are stored by */
    term_vec forms;  /* that stand for a total, as wide as the ghosts */
    map known;       /* (location, formula) */
} fold_source;

static void add(fold_source *x, term formula) {
    uint64_t key = (uint64_t)x->at.id << 32 | formula.id;
    if (term_is_const(x->t, formula) || x->out->size >= MOST_CANDIDATES ||
        map_get(&x->known, key, NULL) || !live_covers(x->live, x->at, formula))
        return;
    map_set(&x->known, key, 1);
    conjunct c = {.at = x->at, .formula = formula};
    c.active = term_fresh(x->t, "active", sort_bool(x->t));
    vec_push(x->out, c);
}

static term variable_at(const fold_source *x, uint32_t i) { return x->p->variables.data[i].var; }
static bool is_word(const fold_source *x, term a) { return sort_is_bv(x->t, term_sort(x->t, a)); }
static bool is_live(const fold_source *x, uint32_t i) {
    return bits_has(&x->live->at.data[x->at.id], i);
}
static term zero(fold_source *x, term like) { return term_bv(x->t, term_width(x->t, like), 0); }

/* ---- functions of results ---- */

/* Bits do not show that equal dividends have equal quotients. */
static bool divides(const terms *t, term a) {
    static const enum op division[] = {OP_BVUDIV, OP_BVSDIV, OP_BVUREM, OP_BVSREM};
    bool found = false;
    for (uint32_t i = 0; i < sizeof division / sizeof *division; i++)
        found |= term_op(t, a) == division[i];
    for (uint32_t i = 0; i < term_arity(t, a) && !found; i++) found = divides(t, term_arg(t, a, i));
    return found;
}

static void note_function(fold_source *x, term a) {
    term_vec vars = {0};
    if (!is_word(x, a) || term_dag_size(x->t, a) > LARGE_FUNCTION ||
        x->functions.size >= MOST_FUNCTIONS || map_get(&x->functions_seen, a.id, NULL) ||
        divides(x->t, a))
        return;
    term_vars(x->t, a, NULL, &vars);
    bool fits =
        vars.size == 1 && same_sort(term_sort(x->t, vars.data[0]), term_sort(x->t, x->f->part));
    if (fits) vec_push(&x->functions, ((fold_function){vars.data[0], a}));
    map_set(&x->functions_seen, a.id, 1);
    vec_release(&vars);
}

/* What is assigned, and what is compared. */
static void functions_in(fold_source *x, term a, map *seen) {
    if (map_get(seen, a.id, NULL)) return;
    map_set(seen, a.id, 1);
    note_function(x, a);
    if (term_is_bool(x->t, a))
        for (uint32_t i = 0; i < term_arity(x->t, a); i++)
            functions_in(x, term_arg(x->t, a, i), seen);
}

static void add_once(term_vec *list, term a) {
    if (terms_have(list, a)) return;
    vec_push(list, a);
}

/* Where elements go and come from. */
static void note_moves(fold_source *x, term var, term assigned) {
    const terms *t = x->t;
    if (term_op(t, assigned) == OP_SELECT && same(term_arg(t, assigned, 0), x->f->array))
        add_once(&x->held, var);
    for (term a = assigned; term_op(t, a) == OP_STORE; a = term_arg(t, a, 0)) {
        term_vec vars = {0};
        term_vars(x->t, term_arg(t, a, 1), NULL, &vars);
        for (uint32_t i = 0; i < vars.size; i++) add_once(&x->places, vars.data[i]);
        vec_release(&vars);
    }
}

static void functions_of(fold_source *x, cmd c, map *seen) {
    enum cmd_kind kind = cmd_kind_of(x->p, c);
    if (kind == CMD_ASSIGN) note_moves(x, cmd_var(x->p, c), cmd_term(x->p, c));
    if (kind == CMD_ASSIGN && !same(cmd_var(x->p, c), x->f->part) &&
        !term_mentions(x->t, cmd_term(x->p, c), cmd_var(x->p, c)))
        note_function(x, cmd_term(x->p, c));
    if (kind == CMD_ASSUME) functions_in(x, cmd_term(x->p, c), seen);
    for (uint32_t i = 0; (kind == CMD_SEQ || kind == CMD_CHOICE) && i < cmd_size(x->p, c); i++)
        functions_of(x, cmd_part(x->p, c, i), seen);
}

static void find_functions(fold_source *x) {
    map seen = {0};
    vec_clear(&x->functions);
    vec_clear(&x->held);
    vec_clear(&x->places);
    map_clear(&x->functions_seen);
    vec_push(&x->functions, ((fold_function){x->f->part, x->f->part}));
    for (edge_id e = {0}; e.id < x->p->edges.size; e.id++)
        if (!x->p->edges.data[e.id].removed) functions_of(x, x->p->edges.data[e.id].command, &seen);
    map_release(&seen);
}

static term function_of(fold_source *x, const fold_function *f, term form) {
    substitution s = {0};
    subst_set(&s, x->t, f->of, form);
    term a = subst_apply(&s, x->t, f->result);
    subst_release(&s);
    return a;
}

/* ---- forms ---- */

/* While elements move by one place, one of them, `held`, is not in the array, and the one at
 * `place` is there twice. */
static term moving(fold_source *x, term held, term place) {
    const fold *f = x->f;
    term in = fold_element(f, x->t, held);
    term out = fold_element(f, x->t, term_select(x->t, f->array, place));
    if (f->kind == FOLD_XOR)
        return term_2(x->t, OP_BVXOR, f->total, term_2(x->t, OP_BVXOR, in, out));
    return term_2(x->t, OP_BVADD, f->total, term_2(x->t, OP_BVSUB, in, out));
}

static void find_forms(fold_source *x) {
    uint32_t width = term_width(x->t, x->f->next);
    vec_clear(&x->forms);
    vec_push(&x->forms, x->f->part);
    vec_push(&x->forms, x->f->total);
    for (uint32_t i = 0; i < x->held.size; i++)
        for (uint32_t k = 0; k < x->places.size && x->forms.size < MOST_FORMS; k++) {
            term place = x->places.data[k];
            if (is_word(x, place) && term_width(x->t, place) <= width)
                vec_push(&x->forms, moving(x, x->held.data[i], term_sext(x->t, place, width)));
        }
}

/* ---- candidates ---- */

static term has_first(fold_source *x) {
    term first = term_select(x->t, x->f->array, zero(x, x->f->next));
    return fold_property(x->f, x->t, first);
}

static void guess_progress(fold_source *x) {
    const fold *f = x->f;
    terms *t = x->t;
    uint32_t width = term_width(t, f->next);
    add(x, term_2(t, OP_BVULE, f->next, f->end));
    add(x, term_eq(t, f->next, f->end));
    add(x, term_eq(t, f->next, zero(x, f->next)));
    add(x, term_eq(t, f->part, zero(x, f->part)));
    for (uint32_t bit = 0; bit < 2; bit++) add(x, term_eq(t, f->known, term_bv(t, 1, bit)));
    term full = term_eq(t, f->next, f->end);
    add(x, term_implies(t, full, term_eq(t, f->part, f->total)));
    add(x, term_implies(t, full, term_eq(t, f->known, term_bv(t, 1, 1))));
    for (uint32_t i = 0; i < x->p->variables.size; i++) {
        term v = variable_at(x, i);
        if (!is_word(x, v) || term_width(t, v) > width || same(v, f->next) || !is_live(x, i))
            continue;
        add(x, term_eq(t, f->next, term_sext(t, v, width)));
        add(x, term_2(t, OP_BVULE, term_sext(t, v, width), f->end));
    }
    if (!fold_is_count(f)) return;
    add(x, term_2(t, OP_BVULE, f->part, f->next));
    add(x, term_2(t, OP_BVULE, f->total, f->end));
    term begun = term_not(t, term_eq(t, f->next, zero(x, f->next)));
    term none = term_eq(t, f->part, zero(x, f->part));
    add(x, term_implies(t, term_and(t, begun, none), has_first(x)));
}

/* The variable has the property where all elements have it; or they and what the program began
 * with: 0, or the first element. */
static void guess_count(fold_source *x, term all, term v) {
    terms *t = x->t;
    term has = fold_property(x->f, t, v);
    add(x, term_eq(t, all, has));
    add(x, term_eq(t, term_and(t, all, fold_property(x->f, t, zero(x, v))), has));
    add(x, term_eq(t, term_and(t, all, has_first(x)), has));
}

/* Of a count: the property; otherwise a value. */
static void guess_results(fold_source *x, term v) {
    terms *t = x->t;
    bool count = fold_is_count(x->f);
    if (count && (term_width(t, v) < term_width(t, x->f->cell) || same(v, x->f->threshold))) return;
    for (uint32_t k = 0; k < x->forms.size; k++) {
        term form = x->forms.data[k];
        if (count) guess_count(x, term_eq(t, form, zero(x, form)), v);
        for (uint32_t i = 0; !count && i < x->functions.size; i++) {
            term a = function_of(x, &x->functions.data[i], form);
            if (same_sort(term_sort(t, a), term_sort(t, v))) add(x, term_eq(t, v, a));
        }
    }
}

/* Several loops add or subtract the same elements: v = many * total + once * part. */
static void guess_multiples(fold_source *x, term v) {
    const fold *f = x->f;
    terms *t = x->t;
    uint32_t width = term_width(t, f->part);
    if (f->kind != FOLD_SUM || !same_sort(term_sort(t, v), term_sort(t, f->part))) return;
    for (int many = -MOST_LOOPS; many <= MOST_LOOPS; many++)
        for (int once = -1; once <= 1; once++) {
            term all = term_2(t, OP_BVMUL, term_bv(t, width, (uint64_t)many), f->total);
            term some = term_2(t, OP_BVMUL, term_bv(t, width, (uint64_t)once), f->part);
            add(x, term_eq(t, v, term_2(t, OP_BVADD, all, some)));
        }
}

static void guess_at(fold_source *x) {
    find_forms(x);
    guess_progress(x);
    for (uint32_t i = 0; i < x->p->variables.size; i++) {
        term v = variable_at(x, i);
        bool ghost = same(v, x->f->part) || same(v, x->f->next);
        if (!is_word(x, v) || !is_live(x, i) || ghost) continue;
        guess_results(x, v);
        guess_multiples(x, v);
    }
}

void guess_folds(program *p, const fold_vec *folds, conjuncts *out) {
    LOG("sources", "candidates of %u folds", folds->size);
    liveness live;
    liveness_of(p, &live);
    fold_source x = {.p = p, .t = p->terms, .live = &live, .out = out};
    for (uint32_t i = 0; i < folds->size; i++) {
        x.f = &folds->data[i];
        find_functions(&x);
        for (x.at = (loc){0}; x.at.id < p->locations.size; x.at.id++)
            if (p->locations.data[x.at.id].cut) guess_at(&x);
    }
    vec_release(&x.functions);
    map_release(&x.functions_seen);
    vec_release(&x.held);
    vec_release(&x.places);
    vec_release(&x.forms);
    map_release(&x.known);
    liveness_release(&live);
}
