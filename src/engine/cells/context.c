#include "engine/cells/context.h"

#include "base/log.h"
#include "base/time_limits.h"
#include "engine/ai/ai.h"
#include "engine/candidates/segment.h"
#include "program/liveness.h"
#include "program/loopless.h"

enum {
    MOST_GUESSES = 6000,
    LARGE = 48,
    MOST_COUNTERS = 6,
    MOST_POINTS = 6,
    MOST_BOUNDS = 8,
    PLACE_BITS = 32,
    MOST_STORES = 32
};

/* The program compares a counter with a variable or constant. */
typedef struct {
    term counter, bound;
} counter_bound;

/* into[index] := element, somewhere. */
typedef struct {
    term into, index, element;
} block_store;

typedef struct {
    const abstraction *a;
    program *original, *guarded, *p; /* as it is; with ghosts; without loops */
    terms *t;
    const budget *budget;
    conjuncts guesses; /* at heads, over arrays */
    vec(map) assigned; /* by location: variables that the loop of this head assigns */
    map known;         /* (location, formula) of guesses */
    term_vec atoms;    /* that the program compares, and what it stores */
    term_vec counters, points;
    vec(counter_bound) bounds;
    vec(block_store) stores;
    vec(struct ghost_instance) entries; /* arrays as they are where a loop is entered */
    map ghosts, visited;
    liveness live;
    loopless_loops loops;
    solver *solver;
    unrolling unrolling;
    elimination elimination;
    bits dropped; /* guesses */
} context_proof;

/* ---- guesses ---- */

static bool is_assigned(const context_proof *x, loc head, term var) {
    return map_get(&x->assigned.data[head.id], var.id, NULL);
}

/* The value that an array had where the run entered this loop. */
static bool is_entry(const context_proof *x, loc head, term var) {
    for (uint32_t i = 0; i < x->entries.size; i++)
        if (same(x->entries.data[i].var, var)) return same_loc(x->entries.data[i].at, head);
    return false;
}

/* Every variable has its value here, and a round changes one: what no round changes need not be
 * guessed. */
static bool serves(context_proof *x, loc head, term formula) {
    term_vec vars = {0};
    bool known = true, changes = false;
    term_vars(x->t, formula, NULL, &vars);
    for (uint32_t i = 0; i < vars.size && known; i++) {
        uint64_t v = 0;
        bool ours = map_get(&x->original->variable_of, vars.data[i].id, &v);
        known = ours
                    ? bits_has(&x->live.at.data[head.id], (uint32_t)v)
                    : map_get(&x->ghosts, vars.data[i].id, NULL) || is_entry(x, head, vars.data[i]);
        changes |= ours && is_assigned(x, head, vars.data[i]);
    }
    vec_release(&vars);
    return known && changes;
}

static void guess(context_proof *x, loc at, term formula) {
    uint64_t key = (uint64_t)at.id << 32 | formula.id;
    if (x->guesses.size >= MOST_GUESSES || term_is_const(x->t, formula) ||
        map_get(&x->known, key, NULL) || !serves(x, at, formula))
        return;
    map_set(&x->known, key, 1);
    conjunct c = {
        .at = at, .formula = formula, .active = term_fresh(x->t, "active", sort_bool(x->t))};
    vec_push(&x->guesses, c);
}

/* a < b: the last round may have made them equal. */
static void guess_weaker(context_proof *x, loc at, term atom) {
    enum op op = term_op(x->t, atom);
    if (op == OP_BVULT || op == OP_BVSLT || op == OP_LT)
        guess(x, at,
              term_not(x->t, term_2(x->t, op, term_arg(x->t, atom, 1), term_arg(x->t, atom, 0))));
    if (op != OP_EQ || !sort_is_bv(x->t, term_sort(x->t, term_arg(x->t, atom, 0)))) return;
    for (uint32_t i = 0; i < 2; i++)
        guess(x, at, term_2(x->t, OP_BVULE, term_arg(x->t, atom, i), term_arg(x->t, atom, 1 - i)));
}

/* ... of all to come, as far as the counter goes: an index of fewer bits is one of several values
 * of a ghost. */
static void guess_to_come(context_proof *x, loc at, term about, term counter, term point) {
    terms *t = x->t;
    term passed = term_2(t, OP_BVULT, point, counter);
    for (uint32_t i = 0; i < x->bounds.size; i++)
        if (same(x->bounds.data[i].counter, counter) && !same(x->bounds.data[i].bound, point))
            guess(x, at,
                  term_implies(t, term_2(t, OP_BVULT, point, x->bounds.data[i].bound),
                               term_or(t, passed, about)));
}

/* What holds of the counter in its round holds of all that it has passed, or of all to come. */
static void guess_passed(context_proof *x, loc at, term atom, term counter, term point) {
    terms *t = x->t;
    substitution s = {0};
    subst_set(&s, t, counter, point);
    term about = subst_apply(&s, t, atom);
    subst_release(&s);
    term passed = term_2(t, OP_BVULT, point, counter), ahead = term_2(t, OP_BVULT, counter, point);
    for (uint32_t i = 0; i < 2; i++, about = term_not(t, about)) {
        guess(x, at, term_implies(t, passed, about));
        guess(x, at, term_implies(t, ahead, about));
        guess(x, at, term_implies(t, term_not(t, passed), about));
        guess_to_come(x, at, about, counter, point);
    }
}

static bool same_sorts(const context_proof *x, term a, term b) {
    return same_sort(term_sort(x->t, a), term_sort(x->t, b));
}

static void guess_both(context_proof *x, loc at, term atom) {
    guess(x, at, atom);
    guess(x, at, term_not(x->t, atom));
    guess_weaker(x, at, atom);
}

/* What is said of a bound once the counter has come there, of the counter: where the bound is to
 * equal the length of a string, the counter does not exceed it. */
static void guess_of_bounds(context_proof *x, loc at, term atom) {
    for (uint32_t i = 0; i < x->bounds.size; i++) {
        counter_bound c = x->bounds.data[i];
        if (!term_is_var(x->t, c.bound) || !is_assigned(x, at, c.counter) ||
            is_assigned(x, at, c.bound) || !term_mentions(x->t, atom, c.bound))
            continue;
        substitution s = {0};
        subst_set(&s, x->t, c.bound, c.counter);
        guess_both(x, at, subst_apply(&s, x->t, atom));
        subst_release(&s);
    }
}

static void guess_about(context_proof *x, loc at, term atom) {
    guess_both(x, at, atom);
    guess_of_bounds(x, at, atom);
    for (uint32_t i = 0; i < x->counters.size; i++) {
        term counter = x->counters.data[i];
        for (uint32_t k = 0; is_assigned(x, at, counter) && k < x->points.size; k++)
            if (same_sorts(x, counter, x->points.data[k]) && !same(counter, x->points.data[k]))
                guess_passed(x, at, atom, counter, x->points.data[k]);
    }
}

/* ---- what the program says ---- */

static bool is_array(terms *t, term a) { return sort_kind_of(t, term_sort(t, a)) == SORT_ARRAY; }

static bool reads_array(terms *t, term a) {
    if (is_array(t, a)) return true;
    for (uint32_t i = 0; i < term_arity(t, a); i++)
        if (reads_array(t, term_arg(t, a, i))) return true;
    return false;
}

static void add_once(term_vec *list, uint32_t most, term a) {
    if (terms_have(list, a)) return;
    if (list->size < most) vec_push(list, a);
}

static bool changes_in_loop(const context_proof *x, term var) {
    for (uint32_t i = 0; i < x->assigned.size; i++)
        if (map_get(&x->assigned.data[i], var.id, NULL)) return true;
    return false;
}

/* Words alone: what chooses between two indices may be true or false. */
static void add_point(context_proof *x, uint32_t most, term var) {
    if (sort_is_bv(x->t, term_sort(x->t, var))) add_once(&x->points, most, var);
}

/* Counters are what a loop changes and reads by; points what else is read by. */
static void note_index(context_proof *x, term index) {
    map seen = {0};
    term_vec vars = {0};
    if (!reads_array(x->t, index)) term_vars(x->t, index, &seen, &vars);
    for (uint32_t i = 0; i < vars.size; i++) {
        if (changes_in_loop(x, vars.data[i])) add_once(&x->counters, MOST_COUNTERS, vars.data[i]);
        if (program_variable(x->original, vars.data[i])) add_point(x, MOST_POINTS, vars.data[i]);
    }
    map_release(&seen);
    vec_release(&vars);
}

static void note_store(context_proof *x, term a) {
    term into = term_arg(x->t, a, 0);
    while (term_op(x->t, into) == OP_STORE) into = term_arg(x->t, into, 0);
    if (!term_is_var(x->t, into) || x->stores.size >= MOST_STORES) return;
    vec_push(&x->stores, ((block_store){into, term_arg(x->t, a, 1), term_arg(x->t, a, 2)}));
}

static void note_bound(context_proof *x, term counter, term bound) {
    if (!term_is_var(x->t, counter) || term_arity(x->t, bound) || same(counter, bound) ||
        !changes_in_loop(x, counter) || x->bounds.size >= MOST_BOUNDS)
        return;
    for (uint32_t i = 0; i < x->bounds.size; i++)
        if (same(x->bounds.data[i].counter, counter) && same(x->bounds.data[i].bound, bound))
            return;
    vec_push(&x->bounds, ((counter_bound){counter, bound}));
}

static void note_comparison(context_proof *x, term atom) {
    enum op op = term_op(x->t, atom);
    if (op != OP_BVULT && op != OP_BVSLT && op != OP_EQ) return;
    note_bound(x, term_arg(x->t, atom, 0), term_arg(x->t, atom, 1));
    note_bound(x, term_arg(x->t, atom, 1), term_arg(x->t, atom, 0));
}

static void note_term(context_proof *x, term a) {
    terms *t = x->t;
    if (map_get(&x->visited, a.id, NULL)) return;
    map_set(&x->visited, a.id, 1);
    enum op op = term_op(t, a);
    if (op == OP_SELECT || op == OP_STORE) note_index(x, term_arg(t, a, 1));
    if (op == OP_STORE) note_store(x, a);
    bool small = term_dag_size(t, a) <= LARGE;
    if (small && term_is_bool(t, a) && term_arity(t, a) && !term_is_connective(t, a)) {
        vec_push(&x->atoms, a);
        note_comparison(x, a);
    }
    if (small && op == OP_STORE)
        vec_push(&x->atoms, term_eq(t, term_select(t, term_arg(t, a, 0), term_arg(t, a, 1)),
                                    term_arg(t, a, 2)));
    for (uint32_t i = 0; i < term_arity(t, a); i++) note_term(x, term_arg(t, a, i));
}

static void note_command(context_proof *x, cmd c) {
    enum cmd_kind kind = cmd_kind_of(x->original, c);
    if (kind == CMD_ASSUME || kind == CMD_ASSIGN) note_term(x, cmd_term(x->original, c));
    for (uint32_t i = 0; (kind == CMD_SEQ || kind == CMD_CHOICE) && i < cmd_size(x->original, c);
         i++)
        note_command(x, cmd_part(x->original, c, i));
}

static bool leaves_start(const context_proof *x, edge_id e) {
    return same_loc(x->original->edges.data[e.id].from, x->original->start);
}

/* What is said after the start says more about loops than their preparation. */
static void note_program(context_proof *x) {
    for (uint32_t round = 0; round < 2; round++)
        for (edge_id e = {0}; e.id < x->original->edges.size; e.id++)
            if (!x->original->edges.data[e.id].removed && leaves_start(x, e) == (round == 1))
                note_command(x, x->original->edges.data[e.id].command);
}

/* Indices that are chosen on the way to an error, by their ghosts. */
static void freeze_atoms(context_proof *x) {
    substitution s = {0};
    map seen = {0};
    for (uint32_t i = 0; i < x->a->guards.size; i++) {
        const struct ghost *g = &x->a->guards.data[i];
        map_set(&x->ghosts, g->var.id, 1);
        add_point(x, MOST_POINTS + MOST_POINTS, g->var);
        if (map_get(&seen, g->index.id, NULL)) continue;
        map_set(&seen, g->index.id, 1);
        subst_set(&s, x->t, g->index, g->var);
    }
    for (uint32_t i = 0, n = x->atoms.size; i < n; i++) {
        term frozen = subst_apply(&s, x->t, x->atoms.data[i]);
        if (!same(frozen, x->atoms.data[i])) vec_push(&x->atoms, frozen);
    }
    map_release(&seen);
    subst_release(&s);
}

/* A loop that stores several elements a round: those below the first of the next round are done. */
static void guess_stored(context_proof *x, loc at) {
    terms *t = x->t;
    for (uint32_t i = 0; i < x->stores.size; i++) {
        block_store s = x->stores.data[i];
        for (uint32_t k = 0; is_assigned(x, at, s.into) && k < x->points.size; k++) {
            term point = x->points.data[k];
            if (same_sorts(x, point, s.index) && !same(point, s.index))
                guess(x, at,
                      term_implies(t, term_2(t, OP_BVULT, point, s.index),
                                   term_eq(t, term_select(t, s.into, point), s.element)));
        }
    }
}

/* What a loop has stored is a function of what was there when it was entered, and what it has not
 * come to is as it was then. So a chain of loops over one array needs no formula that speaks of
 * more than one of them. */
static void guess_entered(context_proof *x, const struct ghost_instance *e) {
    terms *t = x->t;
    substitution s = {0};
    subst_set(&s, t, e->index, e->var);
    for (uint32_t i = 0; i < x->stores.size; i++) {
        block_store b = x->stores.data[i];
        if (!same(b.into, e->index)) continue;
        term now = term_select(t, b.into, b.index);
        guess_about(x, e->at, term_eq(t, now, term_select(t, e->var, b.index)));
        if (term_mentions(t, b.element, e->index))
            guess_about(x, e->at, term_eq(t, now, subst_apply(&s, t, b.element)));
    }
    subst_release(&s);
}

static bool is_place(const context_proof *x, term var) {
    return sort_is_bv(x->t, term_sort(x->t, var)) && term_width(x->t, var) >= PLACE_BITS;
}

/* What a loop moves lies on one side of what it keeps: a pointer between the start and the end of
 * its block. */
static void guess_orders(context_proof *x, loc at) {
    terms *t = x->t;
    uint32_t n = x->original->variables.size;
    for (uint32_t i = 0; i < n; i++) {
        term moved = x->original->variables.data[i].var;
        if (!is_assigned(x, at, moved) || !is_place(x, moved)) continue;
        for (uint32_t k = 0; k < n; k++) {
            term fixed = x->original->variables.data[k].var;
            if (is_assigned(x, at, fixed) || !same_sorts(x, moved, fixed)) continue;
            guess(x, at, term_2(t, OP_BVULE, moved, fixed));
            guess(x, at, term_2(t, OP_BVULE, fixed, moved));
        }
    }
}

static void find_guesses(context_proof *x, const engine_options *o) {
    conjuncts facts = {0};
    note_program(x);
    freeze_atoms(x);
    ai_learn(&facts, x->original, o, x->budget);
    for (uint32_t i = 0; i < facts.size; i++) guess(x, facts.data[i].at, facts.data[i].formula);
    for (loc l = {0}; l.id < x->assigned.size; l.id++) guess_orders(x, l), guess_stored(x, l);
    for (uint32_t i = 0; i < x->entries.size; i++) guess_entered(x, &x->entries.data[i]);
    for (uint32_t i = 0; i < x->atoms.size; i++)
        for (loc l = {0}; l.id < x->assigned.size; l.id++)
            if (x->assigned.data[l.id].size) guess_about(x, l, x->atoms.data[i]);
    vec_release(&facts);
}

/* ---- the program without loops ---- */

static void find_assigned(context_proof *x) {
    term_vec vars = {0};
    vec_resize(&x->assigned, x->original->locations.size);
    for (loc l = {0}; l.id < x->original->locations.size; l.id++)
        if (x->original->locations.data[l.id].cut)
            loop_assigned(x->original, l, &x->assigned.data[l.id], &vars);
    vec_release(&vars);
}

/* Of each array that a loop changes. */
static void find_entries(context_proof *x) {
    for (loc l = {0}; l.id < x->assigned.size; l.id++)
        for (uint32_t i = 0; i < x->original->variables.size; i++) {
            term array = x->original->variables.data[i].var;
            if (!is_array(x->t, array) || !is_assigned(x, l, array) ||
                !bits_has(&x->live.at.data[l.id], i))
                continue;
            term var = term_fresh(x->t, "entered", term_sort(x->t, array));
            vec_push(&x->entries, ((struct ghost_instance){l, var, array}));
        }
}

static void keep_entries(context_proof *x) {
    for (uint32_t i = 0; i < x->entries.size; i++) {
        const struct ghost_instance *e = &x->entries.data[i];
        program_add_variable(x->guarded, (variable){.var = e->var});
        loop_enter(x->guarded, e->at, e->var, e->index);
    }
}

static bool make_loopless(context_proof *x) {
    term_vec guarded = {0};
    x->guarded = abstraction_guarded(x->a, x->original);
    keep_entries(x);
    conjuncts_guarded(&x->guesses, x->t, x->original->locations.size, &guarded);
    x->p = program_loopless(x->guarded, &guarded, &x->loops);
    vec_release(&guarded);
    return x->p;
}

/* Where a loop is entered, or a round ends. */
static void check_at(context_proof *x, const unroll_node *n, loc head) {
    symbolic_load(&x->unrolling.state, n->state);
    for (uint32_t i = 0; i < x->guesses.size; i++) {
        if (!same_loc(x->guesses.data[i].at, head)) continue;
        term holds = symbolic_value(&x->unrolling.state, x->guesses.data[i].formula);
        elimination_violated(&x->elimination, i, term_and(x->t, n->reach, term_not(x->t, holds)));
    }
}

static bool unroll_once(context_proof *x, const engine_options *o) {
    x->solver = solver_new(x->t, o->solver, (solver_options){.seed = (uint32_t)o->seed}, NULL);
    if (!x->solver) return false;
    solver_set_budget(x->solver, x->budget);
    unroll_init(&x->unrolling, x->p, x->solver);
    elimination_init(&x->elimination, x->t, x->solver, x->budget, &x->dropped);
    for (uint32_t i = 0; i < x->guesses.size; i++)
        elimination_add(&x->elimination, x->guesses.data[i].active);
    x->unrolling.keep_states = true;
    unroll_start(&x->unrolling, x->p->start, term_true(x->t));
    if (!unroll_advance(&x->unrolling, x->budget)) return false;
    for (uint32_t i = 0; i < x->unrolling.nodes.size; i++)
        for (uint32_t k = 0; k < x->loops.size; k++) {
            const unroll_node *n = &x->unrolling.nodes.data[i];
            if (same_loc(n->at, x->loops.data[k].entered) ||
                same_loc(n->at, x->loops.data[k].round))
                check_at(x, n, x->loops.data[k].head);
        }
    return true;
}

static void forget_encoding(context_proof *x) {
    elimination_release(&x->elimination);
    if (x->solver) unroll_release(&x->unrolling), solver_delete(x->solver);
    if (x->p) program_delete(x->p);
    if (x->guarded) program_delete(x->guarded);
    vec_clear(&x->loops);
    x->elimination = (elimination){0};
    x->solver = NULL;
    x->p = x->guarded = NULL;
}

static bool encode(context_proof *x, const engine_options *o) {
    forget_encoding(x);
    return make_loopless(x) && unroll_once(x, o);
}

/* ---- the proof ---- */

/* Models refute most candidates. The rest is worth a new solver, without the circuits of products
 * that only those needed. */
static bool refute(context_proof *x) {
    eliminate_refuted(&x->elimination, time_most(TIME_CELLS_REFUTE));
    conjuncts_drop(&x->guesses, &x->dropped);
    bits_clear(&x->dropped);
    return !budget_over(x->budget);
}

/* An error of the program, not the place where an invariant fails. */
static term errors_of(const context_proof *x) {
    term any = term_false(x->t);
    for (uint32_t i = 0; i < x->unrolling.errors.size; i++) {
        const unroll_node *n = &x->unrolling.nodes.data[x->unrolling.errors.data[i]];
        if (n->at.id < x->original->locations.size) any = term_or(x->t, any, n->reach);
    }
    return any;
}

/* Those that are left are asked about from the errors backwards: what no error needs is not asked
 * about, nor in the certificate. */
static bool exclude_errors(context_proof *x) {
    elimination *e = &x->elimination;
    bits needed = {0};
    e->one_seconds = time_most(TIME_CELLS_ONE);
    e->drop_undecided = true;
    bool good = eliminate_backwards(e, errors_of(x), &needed);
    for (uint32_t i = 0; good && i < x->guesses.size; i++)
        if (!bits_has(&needed, i)) bits_add(&x->dropped, i);
    bits_release(&needed);
    return good;
}

static bool is_mentioned(const context_proof *x, const term_vec *invariant, term var) {
    for (uint32_t i = 0; i < invariant->size; i++)
        if (invariant->data[i].id && term_mentions(x->t, invariant->data[i], var)) return true;
    return false;
}

static void take(context_proof *x, engine_result *result) {
    term_vec *invariant = (term_vec *)&result->invariant;
    vec_clear(invariant);
    vec_resize(invariant, x->original->locations.size);
    for (uint32_t i = 0; i < x->guesses.size; i++) {
        const conjunct *c = &x->guesses.data[i];
        term *at = &invariant->data[c->at.id];
        if (!bits_has(&x->dropped, i)) *at = at->id ? term_and(x->t, *at, c->formula) : c->formula;
    }
    vec_append(&result->ghosts, x->a->guards.data, x->a->guards.size);
    for (uint32_t i = 0; i < x->entries.size; i++) {
        const struct ghost_instance *e = &x->entries.data[i];
        if (!is_mentioned(x, invariant, e->var)) continue;
        vec_push(&result->ghosts, ((struct ghost){e->var, e->at, e->index}));
        vec_push(&result->instances, *e);
    }
    result->verdict = VERDICT_TRUE;
    result->proof = PROOF_LOOPLESS;
}

static void context_release(context_proof *x) {
    vec_release_each(&x->assigned, map_release);
    vec_release(&x->guesses);
    map_release(&x->known);
    vec_release(&x->atoms);
    vec_release(&x->counters);
    vec_release(&x->points);
    vec_release(&x->bounds);
    vec_release(&x->stores);
    vec_release(&x->entries);
    map_release(&x->ghosts);
    map_release(&x->visited);
    liveness_release(&x->live);
    forget_encoding(x);
    vec_release(&x->loops);
    bits_release(&x->dropped);
}

bool prove_in_context(const abstraction *a, program *original, const engine_options *o,
                      const budget *b, engine_result *result) {
    LOG("cells", "prove in context");
    context_proof x = {.a = a, .original = original, .t = original->terms, .budget = b};
    find_assigned(&x);
    liveness_of(original, &x.live);
    find_entries(&x);
    find_guesses(&x, o);
    stats_set(&result->stats, "candidates in context", x.guesses.size);
    bool proven = encode(&x, o) && refute(&x) && encode(&x, o) && exclude_errors(&x);
    if (proven) take(&x, result);
    context_release(&x);
    return proven;
}
