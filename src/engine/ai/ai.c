#include "engine/ai/ai.h"
#include "engine/ai/equalities.h"
#include "engine/ai/relations.h"
#include "engine/board.h"
#include "program/semantics.h"

#include <stdio.h>

typedef vec(term_vec) fact_lists;

typedef struct {
    program *p;
    const engine_options *options;
    const budget *limits;
    board *board;
    engine_result *result;
    reducer r;
    reduce_options reduce;
    range_analysis *ranges;
    word_groups groups;
    vec(equalities) at;   /* by location */
    bits waiting;
    fact_lists facts;     /* by location: what holds there */
    uint32_t queries;
} interpretation;

/* ---- equations ---- */
static void arrive(interpretation *a, loc to, equalities *now) {
    equalities *x = &a->at.data[to];
    equalities_project(now, &a->groups, &a->r.live.data[to]);
    if (!x->reached) {
        equalities_copy(x, now, &a->groups);
        x->reached = true;
        bits_add(&a->waiting, to);
    } else if (equalities_join(x, now)) {
        bits_add(&a->waiting, to);
    }
}

static void follow(interpretation *a, edge_id i) {
    edge e = a->p->edges.data[i];
    range_env *env = range_analysis_load(a->ranges, e.from);
    equalities now = {0};
    equalities_copy(&now, &a->at.data[e.from], &a->groups);
    equalities_command(&now, &a->groups, env, e.command);
    if (!env->dead) arrive(a, e.to, &now);
    equalities_release(&now);
}

static void visit(interpretation *a, loc l) {
    u32_vec out = {0};
    const edge_id *list;
    uint32_t n = program_out(a->p, l, &list);
    vec_append(&out, list, n);
    for (uint32_t i = 0; i < out.size; i++) follow(a, out.data[i]);
    vec_release(&out);
}

/* False: out of budget. Chains of modules are finite. */
static bool solve_equalities(interpretation *a) {
    u32_vec order = {0};
    program_order(a->p, &order);
    groups_init(&a->groups, &a->r);
    vec_resize(&a->at, a->p->locations.size);
    equalities_full(&a->at.data[a->p->start], &a->groups);
    bits_add(&a->waiting, a->p->start);
    bool over = false;
    for (bool again = true; again && !over;) {
        again = false;
        for (uint32_t i = 0; i < order.size && !over; i++) {
            loc l = order.data[i];
            if (!bits_has(&a->waiting, l)) continue;
            bits_remove(&a->waiting, l);
            visit(a, l);
            again = true;
            over = budget_over(a->limits);
        }
    }
    vec_release(&order);
    return !over;
}

/* ---- what was found ---- */
static bool is_error(const program *p, loc l) { return p->locations.data[l].property != 0; }

static void collect_ranges(interpretation *a) {
    vec_resize(&a->facts, a->p->locations.size);
    for (loc l = 0; l < a->p->locations.size; l++) range_analysis_facts(a->ranges, l, &a->facts.data[l]);
}

static void collect_equalities(interpretation *a) {
    term no = term_false(a->p->terms);
    for (loc l = 0; l < a->p->locations.size; l++) {
        if (a->at.data[l].reached) equalities_facts(&a->at.data[l], &a->groups, &a->facts.data[l]);
        else vec_push(&a->facts.data[l], no);
    }
}

enum { SECONDS_OF_OCTAGONS = 5 };

static void collect_octagons(interpretation *a) {
    relation_analysis *x = relations_new(&a->r, a->ranges, SHAPE_OCTAGON, budget_share(*a->limits, SECONDS_OF_OCTAGONS));
    for (loc l = 0; x && l < a->p->locations.size; l++) relations_facts(x, l, &a->facts.data[l]);
    relations_delete(x);
}

static term facts_at(const interpretation *a, loc l) {
    return term_and_n(a->p->terms, a->facts.data[l].size, a->facts.data[l].data);
}

static bool errors_unreached(const interpretation *a) {
    for (loc l = 0; l < a->p->locations.size; l++)
        if (is_error(a->p, l) && !term_is_false(a->p->terms, facts_at(a, l))) return false;
    return true;
}

static void post_lemmas(const interpretation *a) {
    for (loc l = 0; l < a->p->locations.size; l++) {
        if (l == a->p->start || is_error(a->p, l)) continue;
        for (uint32_t i = 0; i < a->facts.data[l].size; i++)
            board_post(a->board, a->p->terms, &(lemma){LEMMA_PROVEN, l, 0, a->facts.data[l].data[i]});
    }
}

/* ---- the last step to an error, by a solver ---- */
enum { SECONDS_A_QUERY = 5 };

static bool edge_blocked(interpretation *a, edge_id i) {
    edge e = a->p->edges.data[i];
    term before = facts_at(a, e.from);
    if (term_is_false(a->p->terms, before)) return true;
    solver *s = solver_new(a->p->terms, a->options->solver, (solver_options){.query_seconds = SECONDS_A_QUERY}, NULL);
    if (!s) return false;
    char stamp[32];
    snprintf(stamp, sizeof stamp, "ai%u", i);
    transition t = {0};
    transition_make(a->p, e.command, stamp, &t);
    solver_set_budget(s, a->limits);
    solver_assert(s, before);
    solver_assert(s, t.formula);
    bool blocked = solver_check(s, 0, NULL) == ANSWER_UNSAT;
    a->queries++;
    if (blocked) a->result->solver = solver_name(s);
    transition_release(&t);
    solver_delete(s);
    return blocked;
}

static bool errors_blocked(interpretation *a) {
    for (edge_id i = 0; i < a->p->edges.size; i++) {
        const edge *e = &a->p->edges.data[i];
        if (e->removed || !is_error(a->p, e->to)) continue;
        if (budget_over(a->limits) || !edge_blocked(a, i)) return false;
    }
    return true;
}

static void prove(interpretation *a) {
    a->result->verdict = VERDICT_TRUE;
    vec_clear(&a->result->invariant);
    for (loc l = 0; l < a->p->locations.size; l++)
        vec_push(&a->result->invariant, is_error(a->p, l) ? term_false(a->p->terms) : facts_at(a, l));
}

static void count(interpretation *a) {
    uint32_t facts = 0;
    for (uint32_t i = 0; i < a->facts.size; i++) facts += a->facts.data[i].size;
    stats_set(&a->result->stats, "facts", facts);
    stats_set(&a->result->stats, "queries", a->queries);
}

static void interpret(interpretation *a) {
    a->ranges = range_analysis_new(&a->r, *a->limits);
    if (!a->ranges) {
        engine_unknown(a->result, "%s", budget_reason(a->limits));
        return;
    }
    collect_ranges(a);
    if (errors_unreached(a)) {
        prove(a);
        return;
    }
    if (!solve_equalities(a)) {
        engine_unknown(a->result, "%s", budget_reason(a->limits));
        return;
    }
    collect_equalities(a);
    collect_octagons(a);
    post_lemmas(a);
    if (errors_unreached(a) || errors_blocked(a)) prove(a);
    else engine_unknown(a->result, "not provable by ranges, equations and octagons");
}

static void release(interpretation *a) {
    for (uint32_t i = 0; i < a->at.size; i++) equalities_release(&a->at.data[i]);
    for (uint32_t i = 0; i < a->facts.size; i++) vec_release(&a->facts.data[i]);
    vec_release(&a->at);
    vec_release(&a->facts);
    bits_release(&a->waiting);
    groups_release(&a->groups);
    range_analysis_delete(a->ranges);
    reducer_release(&a->r);
}

void ai_run(program *p, const engine_options *o, const budget *b, board *shared, engine_result *result) {
    interpretation a = {.p = p, .options = o, .limits = b, .board = shared, .result = result};
    reduce_options_default(&a.reduce);
    reducer_init(&a.r, p, &a.reduce, b);
    result->engine = "ai";
    result->solver = "ai";
    interpret(&a);
    count(&a);
    release(&a);
}
