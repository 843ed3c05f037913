#include "engine/cells/templates.h"

#include "base/log.h"
#include "program/liveness.h"
#include "program/semantics.h"

#include <stdio.h>

enum {
    LARGE = 48,
    PATHS = 16,
    RENAMINGS = 6,
    CONSTANTS = 8,
    INDICES = 12,
    CONDITIONS = 100,
    GUESSES = 12000,
    PULLS = 2
};

typedef struct {
    const abstraction *a;
    program *original, *p;
    terms *t;
    conjuncts *out;
    bool all;  /* also pairs, and orders that are not strict */
    map known; /* (location, formula) of guesses */
    liveness live;
    vec(substitution) renamings; /* counters of the program by terms over ghosts */
    term_vec indices;            /* that the program uses */
    vec(term_vec) passed;        /* by location: indices, as values there */
    term_vec relations;          /* over cells, ghosts and variables */
    term_vec conditions;         /* of the program, without arrays */
    term_vec constants;          /* stored, or compared with elements */
    map related, visited;
    bool ordered; /* the program compares elements by order */
    term premise; /* about ghosts only */
    term context; /* about ghosts and other variables: that the ghost is below the size */
} templates;

static bool is_array(terms *t, term a) { return sort_kind_of(t, term_sort(t, a)) == SORT_ARRAY; }

static bool add_once(map *known, term_vec *list, term a) {
    if (map_get(known, a.id, NULL)) return false;
    map_set(known, a.id, 1);
    vec_push(list, a);
    return true;
}

static bool mentions_array(terms *t, term a) {
    if (is_array(t, a)) return true;
    for (uint32_t i = 0; i < term_arity(t, a); i++)
        if (mentions_array(t, term_arg(t, a, i))) return true;
    return false;
}

/* ---- terms of the program as terms over cells ---- */

/* The element at a followed index is its cell; none where something else of an array is read. */
static term over_cells(const templates *x, term a) {
    terms *t = x->t;
    if (term_op(t, a) == OP_SELECT) {
        for (uint32_t i = 0; i < x->a->cells.size; i++) {
            const struct followed_cell *c = &x->a->cells.data[i];
            if (same(c->array, term_arg(t, a, 0)) && same(c->index, term_arg(t, a, 1)))
                return c->var;
        }
        return (term){0};
    }
    if (is_array(t, a)) return (term){0};
    if (!term_arity(t, a)) return a;
    term_vec args = {0};
    bool good = true;
    for (uint32_t i = 0; i < term_arity(t, a) && good; i++) {
        vec_push(&args, over_cells(x, term_arg(t, a, i)));
        good = vec_last(&args).id;
    }
    term result = good ? term_rebuild(t, a, args.data) : (term){0};
    vec_release(&args);
    return result;
}

static bool mentions_cell(const templates *x, term a) {
    for (uint32_t i = 0; i < x->a->cells.size; i++)
        if (term_mentions(x->t, a, x->a->cells.data[i].var)) return true;
    return false;
}

static void relate(templates *x, term relation) {
    if (!relation.id || term_is_const(x->t, relation) || !mentions_cell(x, relation)) return;
    add_once(&x->related, &x->relations, relation);
}

/* ---- counters and ghosts ---- */

static term strip(const terms *t, term index, bool *is_signed) {
    while (term_op(t, index) == OP_SIGN_EXTEND || term_op(t, index) == OP_ZERO_EXTEND) {
        *is_signed |= term_op(t, index) == OP_SIGN_EXTEND;
        index = term_arg(t, index, 0);
    }
    return index;
}

/* A counter that is an index itself, by what is followed. */
static void rename_counter(templates *x, term index, term followed) {
    bool is_signed = false;
    term counter = strip(x->t, index, &is_signed), by = strip(x->t, followed, &is_signed);
    if (!term_is_var(x->t, counter) || !same_sort(term_sort(x->t, counter), term_sort(x->t, by)))
        return;
    if (x->renamings.size >= RENAMINGS) return;
    substitution s = {0};
    subst_set(&s, x->t, counter, by);
    vec_push(&x->renamings, s);
}

/* The counters at an error by their ghosts, and every counter by what it may stand for. */
static void find_renamings(templates *x) {
    substitution all = {0};
    map seen = {0};
    for (uint32_t i = 0; i < x->a->guards.size; i++) {
        const struct ghost *g = &x->a->guards.data[i];
        if (map_get(&seen, g->index.id, NULL)) continue;
        map_set(&seen, g->index.id, 1);
        subst_set(&all, x->t, g->index, g->var);
    }
    vec_push(&x->renamings, all);
    for (uint32_t i = 0; i < x->indices.size; i++)
        for (uint32_t j = 0; j < x->a->followed.size; j++)
            rename_counter(x, x->indices.data[i], x->a->followed.data[j]);
    map_release(&seen);
}

/* ---- what the program says ---- */

static void collect_indices(templates *x, term a) {
    terms *t = x->t;
    if (map_get(&x->visited, a.id, NULL)) return;
    map_set(&x->visited, a.id, 1);
    enum op op = term_op(t, a);
    if ((op == OP_SELECT || op == OP_STORE) && x->indices.size < INDICES) {
        term index = term_arg(t, a, 1);
        if (!term_is_const(t, index) && !mentions_array(t, index) &&
            !terms_have(&x->indices, index))
            vec_push(&x->indices, index);
    }
    for (uint32_t i = 0; i < term_arity(t, a); i++) collect_indices(x, term_arg(t, a, i));
}

static bool is_order(enum op op) {
    return op == OP_BVSLT || op == OP_BVSLE || op == OP_BVULT || op == OP_BVULE || op == OP_LT ||
           op == OP_LE || op == OP_FP_LT || op == OP_FP_LE;
}

static void collect_constants(templates *x, term a) {
    if (term_is_const(x->t, a) && !term_is_bool(x->t, a) && !terms_have(&x->constants, a) &&
        x->constants.size < CONSTANTS)
        vec_push(&x->constants, a);
    for (uint32_t i = 0; term_op(x->t, a) != OP_SELECT && i < term_arity(x->t, a); i++)
        collect_constants(x, term_arg(x->t, a, i));
}

static void note_condition(templates *x, term atom) {
    if (!mentions_array(x->t, atom)) {
        if (!terms_have(&x->conditions, atom)) vec_push(&x->conditions, atom);
        return;
    }
    x->ordered |= is_order(term_op(x->t, atom));
    collect_constants(x, atom);
    for (uint32_t i = 0; i < x->renamings.size; i++) {
        term relation = over_cells(x, subst_apply(&x->renamings.data[i], x->t, atom));
        if (!relation.id) continue;
        relate(x, relation);
        relate(x, term_not(x->t, relation));
    }
}

static void note_store(templates *x, term store) {
    collect_constants(x, term_arg(x->t, store, 2));
    for (uint32_t i = 0; i < x->renamings.size; i++) {
        substitution *s = &x->renamings.data[i];
        term read = term_select(x->t, term_arg(x->t, store, 0),
                                subst_apply(s, x->t, term_arg(x->t, store, 1)));
        if (term_op(x->t, read) != OP_SELECT) continue;
        term cell = over_cells(x, read),
             stored = over_cells(x, subst_apply(s, x->t, term_arg(x->t, store, 2)));
        if (cell.id && stored.id) relate(x, term_eq(x->t, cell, stored));
    }
}

static void note_term(templates *x, term a) {
    terms *t = x->t;
    if (map_get(&x->visited, a.id, NULL)) return;
    map_set(&x->visited, a.id, 1);
    if (term_is_bool(t, a) && term_arity(t, a) && !term_is_connective(t, a) &&
        term_dag_size(t, a) <= LARGE)
        note_condition(x, a);
    if (term_op(t, a) == OP_STORE && term_dag_size(t, a) <= LARGE) note_store(x, a);
    for (uint32_t i = 0; i < term_arity(t, a); i++) note_term(x, term_arg(t, a, i));
}

static void each_term(templates *x, cmd c, void (*take)(templates *, term)) {
    enum cmd_kind kind = cmd_kind_of(x->original, c);
    if (kind == CMD_ASSUME || kind == CMD_ASSIGN) take(x, cmd_term(x->original, c));
    for (uint32_t i = 0; (kind == CMD_SEQ || kind == CMD_CHOICE) && i < cmd_size(x->original, c);
         i++)
        each_term(x, cmd_part(x->original, c, i), take);
}

static void each_edge(templates *x, void (*take)(templates *, term)) {
    map_clear(&x->visited);
    for (edge_id e = {0}; e.id < x->original->edges.size; e.id++)
        if (!x->original->edges.data[e.id].removed)
            each_term(x, x->original->edges.data[e.id].command, take);
}

/* v := v + c: then what held for v holds for v - c. None: it is no such assignment. */
static term before_step(terms *t, term var, term next) {
    if (!sort_is_bv(t, term_sort(t, var)) || term_op(t, next) != OP_BVADD) return (term){0};
    term step = term_2(t, OP_BVSUB, next, var);
    return term_is_const(t, step) ? term_2(t, OP_BVSUB, var, step) : (term){0};
}

/* A condition on a variable is one on its copy, and a moment ago it was one on the counter. */
static void copy_conditions(templates *x, cmd c) {
    program *p = x->original;
    enum cmd_kind kind = cmd_kind_of(p, c);
    for (uint32_t i = 0; (kind == CMD_SEQ || kind == CMD_CHOICE) && i < cmd_size(p, c); i++)
        copy_conditions(x, cmd_part(p, c, i));
    if (kind != CMD_ASSIGN || is_array(x->t, cmd_term(p, c))) return;
    term var = cmd_var(p, c), next = cmd_term(p, c), before = before_step(x->t, var, next);
    if (!before.id && !term_is_var(x->t, next)) return;
    substitution s = {0};
    subst_set(&s, x->t, before.id ? var : next, before.id ? before : var);
    for (uint32_t i = 0, n = x->conditions.size; i < n && n < CONDITIONS; i++) {
        term copy = subst_apply(&s, x->t, x->conditions.data[i]);
        if (!terms_have(&x->conditions, copy)) vec_push(&x->conditions, copy);
    }
    subst_release(&s);
}

/* ---- errors ---- */

/* All variables are ghosts. */
static bool about_ghosts(const templates *x, term a) {
    term_vec vars = {0};
    bool good = true;
    term_vars(x->t, a, NULL, &vars);
    for (uint32_t i = 0; i < vars.size; i++) good &= terms_have(&x->a->ghosts, vars.data[i]);
    vec_release(&vars);
    return good;
}

/* What the facts before an edge say about ghosts once they equal the counters. */
static term facts_about_ghosts(templates *x, loc at, const conjuncts *facts) {
    term all = term_true(x->t);
    for (uint32_t i = 0; i < facts->size; i++) {
        if (!same_loc(facts->data[i].at, at) || mentions_cell(x, facts->data[i].formula)) continue;
        term frozen = subst_apply(&x->renamings.data[0], x->t, facts->data[i].formula);
        if (about_ghosts(x, frozen)) all = term_and(x->t, all, frozen);
    }
    return all;
}

/* One way into an error: what it says about cells is negated, the rest says which ghosts matter.
 * False: no run goes this way. */
static bool note_path(templates *x, cmd path, term *premise, term *context) {
    term_vec fresh = {0}, parts = {0}, negated = {0};
    term condition = wep(x->original, path, term_true(x->t), &fresh);
    term_conjuncts(x->t, condition, &parts);
    for (uint32_t i = 0; i < parts.size; i++) {
        term frozen = over_cells(x, subst_apply(&x->renamings.data[0], x->t, parts.data[i]));
        if (!frozen.id) continue;
        if (mentions_cell(x, frozen)) vec_push(&negated, term_not(x->t, frozen));
        else if (about_ghosts(x, frozen)) *premise = term_and(x->t, *premise, frozen);
        else if (!same(frozen, parts.data[i])) *context = term_and(x->t, *context, frozen);
    }
    relate(x, term_or_n(x->t, negated.size, negated.data));
    vec_release(&fresh);
    vec_release(&parts);
    vec_release(&negated);
    return !term_is_false(x->t, condition);
}

static void note_error(templates *x, edge_id e, const conjuncts *facts) {
    cmd_vec paths = {0};
    loc from = x->original->edges.data[e.id].from;
    bool all = cmd_split(x->original, x->original->edges.data[e.id].command, PATHS, &paths);
    for (uint32_t i = 0; i < paths.size; i++) {
        term premise = facts_about_ghosts(x, from, facts), context = term_true(x->t);
        if (!note_path(x, paths.data[i], &premise, &context)) continue;
        x->premise = term_or(x->t, x->premise, premise);
        x->context = term_or(x->t, x->context, context);
    }
    if (!all) x->premise = x->context = term_true(x->t);
    vec_release(&paths);
}

static void note_errors(templates *x, const conjuncts *facts) {
    x->premise = x->context = term_false(x->t);
    for (edge_id e = {0}; e.id < x->original->edges.size; e.id++) {
        const edge *d = &x->original->edges.data[e.id];
        if (!d->removed && program_is_error(x->original, d->to)) note_error(x, e, facts);
    }
}

/* ---- pairs ---- */

static void pair(templates *x, term a, term b) {
    terms *t = x->t;
    if (same(a, b) || !same_sort(term_sort(t, a), term_sort(t, b))) return;
    relate(x, term_eq(t, a, b));
    if (!x->ordered) return;
    enum sort_kind kind = sort_kind_of(t, term_sort(t, a));
    if (kind != SORT_BV && kind != SORT_INT && kind != SORT_REAL) return;
    relate(x, term_2(t, kind == SORT_BV ? OP_BVSLE : OP_LE, a, b));
    relate(x, term_2(t, kind == SORT_BV ? OP_BVSLE : OP_LE, b, a));
}

/* Elements of different arrays at the same place. */
static void pairs_in_place(templates *x) {
    for (uint32_t i = 0; i < x->a->cells.size; i++)
        for (uint32_t j = i + 1; j < x->a->cells.size; j++) {
            const struct followed_cell *a = &x->a->cells.data[i], *b = &x->a->cells.data[j];
            bool same_sorts = same_sort(term_sort(x->t, a->var), term_sort(x->t, b->var));
            if (same(a->index, b->index) && same_sorts) relate(x, term_eq(x->t, a->var, b->var));
        }
}

static void pairs(templates *x) {
    for (uint32_t i = 0; i < x->a->cells.size; i++) {
        term cell = x->a->cells.data[i].var;
        for (uint32_t j = i + 1; j < x->a->cells.size; j++) pair(x, cell, x->a->cells.data[j].var);
        for (uint32_t j = 0; j < x->constants.size; j++) pair(x, cell, x->constants.data[j]);
        for (uint32_t j = 0; j < x->a->ghosts.size; j++) pair(x, cell, x->a->ghosts.data[j]);
        for (uint32_t j = 0; j < x->original->variables.size; j++)
            if (!is_array(x->t, x->original->variables.data[j].var))
                pair(x, cell, x->original->variables.data[j].var);
    }
}

/* ---- by location ---- */

static bool at_hand(const templates *x, loc at, term a) {
    term_vec vars = {0};
    bool good = true;
    term_vars(x->t, a, NULL, &vars);
    for (uint32_t i = 0; i < vars.size && good; i++) {
        uint64_t v;
        good = terms_have(&x->a->ghosts, vars.data[i]) ||
               (map_get(&x->p->variable_of, vars.data[i].id, &v) &&
                bits_has(&x->live.at.data[at.id], (uint32_t)v));
    }
    vec_release(&vars);
    return good;
}

/* An index after an edge, as a value before it: what the next round of an inner loop starts with.
 */
static void pull(templates *x, edge_id which) {
    const edge *e = &x->original->edges.data[which.id];
    const term_vec *after = &x->passed.data[e->to.id];
    transition step;
    substitution s = {0};
    char stamp[24];
    snprintf(stamp, sizeof stamp, "pull%u", which.id);
    transition_make(x->original, e->command, stamp, &step);
    for (uint32_t i = 0; i < after->size; i++) {
        term before = transition_apply(&step, x->t, &s, after->data[i]);
        if (!term_is_const(x->t, before) && at_hand(x, e->from, before) &&
            !terms_have(&x->passed.data[e->from.id], before))
            vec_push(&x->passed.data[e->from.id], before);
    }
    subst_release(&s);
    transition_release(&step);
}

static void find_passed(templates *x) {
    vec_resize(&x->passed, x->p->locations.size);
    for (loc l = {0}; l.id < x->p->locations.size; l.id++)
        for (uint32_t i = 0; i < x->indices.size; i++)
            if (at_hand(x, l, x->indices.data[i]))
                vec_push(&x->passed.data[l.id], x->indices.data[i]);
    for (uint32_t round = 0; round < PULLS; round++)
        for (edge_id e = {0}; e.id < x->original->edges.size; e.id++) {
            const edge *d = &x->original->edges.data[e.id];
            bool due = x->passed.data[d->to.id].size && x->passed.data[d->from.id].size < INDICES;
            if (!d->removed && !same_loc(d->from, d->to) && due) pull(x, e);
        }
}

static void guess(templates *x, loc at, term formula) {
    uint64_t key = (uint64_t)at.id << 32 | formula.id;
    if (x->out->size >= GUESSES || term_is_const(x->t, formula) || map_get(&x->known, key, NULL))
        return;
    map_set(&x->known, key, 1);
    conjunct c = {
        .at = at, .formula = formula, .active = term_fresh(x->t, "active", sort_bool(x->t))};
    vec_push(x->out, c);
}

static void guess_order(templates *x, loc at, term order, term relation) {
    term plain = term_implies(x->t, x->premise, term_implies(x->t, order, relation));
    guess(x, at, plain);
    if (at_hand(x, at, x->context)) guess(x, at, term_implies(x->t, x->context, plain));
}

/* The relation holds where the followed index lies on one side of one that the program uses. */
static void guess_passed(templates *x, loc at, term index, term followed, term relation) {
    bool is_signed = false;
    term i = strip(x->t, index, &is_signed), k = strip(x->t, followed, &is_signed);
    if (!same_sort(term_sort(x->t, i), term_sort(x->t, k)))
        i = index, k = followed, is_signed = true;
    enum sort_kind kind = sort_kind_of(x->t, term_sort(x->t, i));
    if (!same_sort(term_sort(x->t, i), term_sort(x->t, k)) || (kind != SORT_BV && kind != SORT_INT))
        return;
    enum op less = kind == SORT_INT ? OP_LT : is_signed ? OP_BVSLT : OP_BVULT;
    guess_order(x, at, term_2(x->t, less, k, i), relation);
    guess_order(x, at, term_2(x->t, less, i, k), relation);
    if (!x->all) return;
    guess_order(x, at, term_not(x->t, term_2(x->t, less, i, k)), relation);
    guess_order(x, at, term_not(x->t, term_2(x->t, less, k, i)), relation);
}

static void guess_relation(templates *x, loc at, term relation) {
    if (!at_hand(x, at, relation)) return;
    guess_order(x, at, term_true(x->t), relation);
    for (uint32_t i = 0; i < x->passed.data[at.id].size; i++)
        for (uint32_t j = 0; j < x->a->followed.size; j++)
            guess_passed(x, at, x->passed.data[at.id].data[i], x->a->followed.data[j], relation);
}

static void guess_condition(templates *x, loc at, term condition) {
    if (!at_hand(x, at, condition)) return;
    guess(x, at, condition);
    guess(x, at, term_not(x->t, condition));
}

static void guess_everywhere(templates *x) {
    loc_vec order = {0};
    program_order(x->p, &order);
    for (uint32_t j = 0; j < x->conditions.size; j++)
        for (uint32_t i = 0; i < order.size; i++)
            if (!program_is_error(x->p, order.data[i]))
                guess_condition(x, order.data[i], x->conditions.data[j]);
    for (uint32_t j = 0; j < x->relations.size; j++)
        for (uint32_t i = 0; i < order.size; i++)
            if (!program_is_error(x->p, order.data[i]))
                guess_relation(x, order.data[i], x->relations.data[j]);
    vec_release(&order);
}

static void templates_release(templates *x) {
    vec_release_each(&x->renamings, subst_release);
    vec_release_each(&x->passed, vec_release);
    vec_release(&x->indices);
    vec_release(&x->relations);
    vec_release(&x->conditions);
    vec_release(&x->constants);
    map_release(&x->known);
    map_release(&x->related);
    map_release(&x->visited);
    liveness_release(&x->live);
}

void templates_guess(const abstraction *a, program *original, const conjuncts *facts, bool all,
                     conjuncts *out) {
    LOG("cells", "templates over %u facts", facts->size);
    templates x = {
        .a = a, .original = original, .p = a->p, .t = original->terms, .out = out, .all = all};
    liveness_of(a->p, &x.live);
    each_edge(&x, collect_indices);
    find_renamings(&x);
    note_errors(&x, facts);
    each_edge(&x, note_term);
    for (edge_id e = {0}; e.id < original->edges.size; e.id++)
        if (!original->edges.data[e.id].removed)
            copy_conditions(&x, original->edges.data[e.id].command);
    pairs_in_place(&x);
    if (all) pairs(&x);
    find_passed(&x);
    guess_everywhere(&x);
    templates_release(&x);
}
