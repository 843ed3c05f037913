#include "engine/ic3ia/ic3ia.h"
#include "engine/ic3ia/ic3ia_internal.h"

#include <stdio.h>

/* Variables that an edge reads: free in its formula or in a next value, and no locals of the edge. */
static void find_source_vars(ic3ia *e, arrow *a) {
    map seen = {0};
    for (uint32_t i = 0; i < a->tr.locals.size; i++) map_set(&seen, a->tr.locals.data[i].id, 1);
    term_vars(e->t, a->tr.formula, &seen, &a->source_vars);
    for (uint32_t i = 0; i < a->tr.next.size; i++) term_vars(e->t, a->tr.next.data[i], &seen, &a->source_vars);
    map_release(&seen);
}

static void make_arrow(ic3ia *e, edge_id id) {
    const edge *g = &e->p->edges.data[id];
    arrow a = {.id = id, .from = g->from, .to = g->to};
    char stamp[32];
    snprintf(stamp, sizeof stamp, "ia%u", id);
    transition_make(e->p, g->command, stamp, &a.tr);
    for (uint32_t i = 0; i < a.tr.assigned.size; i++) subst_set(&a.to_next, e->t, a.tr.assigned.data[i], a.tr.next.data[i]);
    find_source_vars(e, &a);
    arrow_open(e, &a);
    vec_push(&e->into.data[a.to], e->arrows.size);
    vec_push(&e->out_of.data[a.from], e->arrows.size);
    vec_push(&e->arrows, a);
}

/* Boolean variables and the atoms of the guards that lead to an error are predicates from the beginning. */
static void initial_predicates(ic3ia *e) {
    for (uint32_t i = 0; i < e->arrows.size; i++) {
        arrow *a = &e->arrows.data[i];
        for (uint32_t j = 0; j < a->source_vars.size; j++)
            if (term_is_bool(e->t, a->source_vars.data[j])) predicate_add(e, a->from, a->source_vars.data[j]);
    }
}

static void init(ic3ia *e) {
    projector_init(&e->project, e->t);
    model_init(&e->m, e->project.pool);
    vec_resize(&e->places, e->p->locations.size);
    vec_resize(&e->into, e->p->locations.size);
    vec_resize(&e->out_of, e->p->locations.size);
    for (loc l = 0; l < e->places.size; l++) {
        e->places.data[l].is_start = l == e->p->start;
        e->places.data[l].is_error = program_is_error(e->p, l) || program_is_limit(e->p, l);
    }
    double from = clock_cpu();
    if (seed_due(e)) seed_run(e);
    e->seconds[PHASE_SEED] = clock_cpu() - from;
    for (edge_id i = 0; i < e->p->edges.size && !e->stop; i++)
        if (!e->p->edges.data[i].removed) make_arrow(e, i);
    from = clock_cpu();
    if (seed_due(e) && e->o->ia_values && !e->stop) values_run(e);
    e->seconds[PHASE_VALUES] = clock_cpu() - from;
    from = clock_cpu();
    if (seed_due(e) && e->o->ia_polyhedra && !e->stop) polyhedra_run(e);
    e->seconds[PHASE_POLYHEDRA] = clock_cpu() - from;
    initial_predicates(e);
}

static void release(ic3ia *e) {
    simulation_delete(e);
    deepen_release(e);
    for (uint32_t i = 0; i < e->arrows.size; i++) {
        arrow *a = &e->arrows.data[i];
        if (a->s) solver_delete(a->s);
        transition_release(&a->tr);
        subst_release(&a->to_next);
        vec_release(&a->source_vars);
        vec_release(&a->apart);
        vec_release(&a->entered);
    }
    for (uint32_t i = 0; i < e->places.size; i++) {
        vec_release(&e->places.data[i].predicates);
        map_release(&e->places.data[i].known);
        vec_release(&e->places.data[i].vars);
        map_release(&e->places.data[i].vars_seen);
        vec_release(&e->places.data[i].lemmas);
        for (uint32_t j = 0; j < e->places.data[i].few.size; j++) vec_release(&e->places.data[i].few.data[j].values);
        vec_release(&e->places.data[i].few);
        map_release(&e->places.data[i].few_of);
        vec_release(&e->into.data[i]);
        vec_release(&e->out_of.data[i]);
    }
    vec_release(&e->places);
    vec_release(&e->into);
    vec_release(&e->out_of);
    vec_release(&e->arrows);
    vec_release(&e->obligations);
    vec_release(&e->heap);
    vec_release(&e->level_literals);
    arena_release(&e->cubes);
    model_release(&e->m);
    projector_release(&e->project);
}

/* The lemmas above the fixpoint level, by location. */
static void hand_out(ic3ia *e, uint32_t level) {
    engine_result *r = e->result;
    term_vec clauses = {0}, scratch = {0};
    vec_resize(&r->invariant, e->places.size);
    for (loc l = 0; l < e->places.size; l++) {
        vec_clear(&clauses);
        if (e->places.data[l].proven.id) vec_push(&clauses, e->places.data[l].proven);
        for (uint32_t i = 0; i < e->places.data[l].lemmas.size; i++) {
            term clause;
            if (e->places.data[l].lemmas.data[i].level <= level) continue;
            clause_of(e, &e->places.data[l].lemmas.data[i].c, &scratch, &clause);
            vec_push(&clauses, clause);
        }
        r->invariant.data[l] = e->places.data[l].is_error ? term_false(e->t) : term_and_n(e->t, clauses.size, clauses.data);
    }
    r->verdict = VERDICT_TRUE;
    vec_release(&clauses);
    vec_release(&scratch);
}

static void statistics(ic3ia *e) {
    engine_stats *s = &e->result->stats;
    uint64_t predicates = 0;
    for (uint32_t i = 0; i < e->places.size; i++) predicates += e->places.data[i].predicates.size;
    stats_set(s, "frames", e->frontier);
    stats_set(s, "queries", (double)e->queries);
    stats_set(s, "refinements", (double)e->refinements);
    stats_set(s, "refinements completed by interpolation", (double)e->completed);
    stats_set(s, "refinements by relations", (double)e->related);
    stats_set(s, "predicates", (double)predicates);
    stats_set(s, "predicates minimized away", (double)e->minimized);
    stats_set(s, "lemmas", (double)e->lemma_count);
    stats_set(s, "literals dropped by queries", (double)e->dropped);
    static const char *const phases[] = {"seconds guessing", "seconds simulating", "seconds refining", "seconds minimizing",
                                         "seconds relating", "seconds propagating", "seconds searching runs", "seconds counting values", "seconds on polyhedra"};
    for (int i = 0; i < PHASES; i++) stats_set(s, phases[i], e->seconds[i]);
}

/* Whoever answered some query has a part in the proof; the longest name is that of an edge that moved over. */
static void name_solver(ic3ia *e) {
    for (uint32_t i = 0, longest = 0; i < e->arrows.size; i++) {
        if (!e->arrows.data[i].s) continue;
        const char *name = solver_name(e->arrows.data[i].s);
        if (strlen(name) > longest) e->result->solver = name;
        if (strlen(name) > longest) longest = (uint32_t)strlen(name);
    }
}

void ic3ia_main(ic3ia *e, const char *name) {
    engine_result *result = e->result;
    uint32_t fixpoint;
    e->begun = clock_cpu();
    init(e);
    result->engine = name;
    result->solver = e->o->solver;
    for (e->frontier = 1; !e->stop; e->frontier++) {
        if (!e->strengthen(e)) break;
        double from = clock_cpu();
        bool proven = propagate(e, &fixpoint);
        e->seconds[PHASE_PROPAGATE] += clock_cpu() - from;
        if (proven) {
            trim_facts(e, fixpoint);
            hand_out(e, fixpoint);
            break;
        }
    }
    if (!deepen_decided(e)) name_solver(e);
    if (result->verdict == VERDICT_UNKNOWN) engine_unknown(result, "%s", e->stop ? e->stop : "refinement");
    statistics(e);
    release(e);
}

void ic3ia_run(program *p, const engine_options *o, const budget *b, board *board_, engine_result *result) {
    (void)board_;
    ic3ia e = {.p = p, .t = p->terms, .o = o, .b = b, .result = result, .strengthen = strengthen};
    ic3ia_main(&e, "ic3ia");
}
