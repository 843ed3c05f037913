#include "engine/ic3/predicates/ic3ia.h"
#include "base/log.h"
#include "engine/ic3/predicates/predicates.h"

/* Variables that an edge reads: free in its formula or in a next value, and no locals of the edge.
 */
static void find_source_vars(ic3ia *e, arrow *a) {
    map seen = {0};
    for (uint32_t i = 0; i < a->tr->locals.size; i++) map_set(&seen, a->tr->locals.data[i].id, 1);
    term_vars(e->k.t, a->tr->formula, &seen, &a->source_vars);
    for (uint32_t i = 0; i < a->tr->next.size; i++)
        term_vars(e->k.t, a->tr->next.data[i], &seen, &a->source_vars);
    map_release(&seen);
}

static void make_arrow(ic3ia *e, uint32_t number) {
    const arc *of = &e->k.arcs.data[number];
    arrow a = {.id = of->edge, .from = of->from, .to = of->to, .tr = &of->way.relation};
    for (uint32_t i = 0; i < a.tr->assigned.size; i++)
        subst_set(&a.to_next, e->k.t, a.tr->assigned.data[i], a.tr->next.data[i]);
    find_source_vars(e, &a);
    arrow_open(e, &a);
    vec_push(&e->arrows, a);
}

static void post_proven(ic3ia *e) {
    vec(board_lemma) news = {0};
    for (loc l = {0}; l.id < e->places.size; l.id++)
        if (e->places.data[l.id].proven.id && !same_loc(l, e->k.p->start))
            vec_push(&news, ((board_lemma){l, e->places.data[l.id].proven}));
    frames_post(&e->k, news.size, news.data);
    vec_release(&news);
}

static void init(ic3ia *e) {
    projector_init(&e->project, e->k.t);
    model_init(&e->m, e->project.pool);
    vec_resize(&e->places, e->k.p->locations.size);
    for (loc l = {0}; l.id < e->places.size; l.id++) {
        e->places.data[l.id].is_start = same_loc(l, e->k.p->start);
        e->places.data[l.id].is_error = program_is_error(e->k.p, l) || program_is_limit(e->k.p, l);
    }
    double from = clock_cpu();
    if (seed_due(e)) seed_run(e);
    e->seconds[PHASE_SEED] = clock_cpu() - from;
    for (uint32_t i = 0; i < e->k.arcs.size && !e->k.stopped; i++) make_arrow(e, i);
    from = clock_cpu();
    if (seed_due(e) && e->k.o->ia_values && !e->k.stopped) few_values_run(e);
    e->seconds[PHASE_VALUES] = clock_cpu() - from;
    from = clock_cpu();
    if (seed_due(e) && e->k.o->ia_polyhedra && !e->k.stopped) polyhedra_run(e);
    e->seconds[PHASE_POLYHEDRA] = clock_cpu() - from;
    if (!e->k.stopped) initial_predicates(e);
    post_proven(e);
}

static void release(ic3ia *e) {
    simulation_delete(e);
    for (uint32_t i = 0; i < e->arrows.size; i++) {
        arrow *a = &e->arrows.data[i];
        if (a->of.solver) solver_delete(a->of.solver);
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
        for (uint32_t j = 0; j < e->places.data[i].few.size; j++)
            vec_release(&e->places.data[i].few.data[j].values);
        vec_release(&e->places.data[i].few);
        map_release(&e->places.data[i].few_of);
    }
    vec_release(&e->places);
    vec_release(&e->arrows);
    map_release(&e->proof.needed);
    arena_release(&e->cubes);
    model_release(&e->m);
    projector_release(&e->project);
}

/* ---- what the kernel asks ---- */

static enum answer predicates_error(ic3 *k, uint32_t arc_id, uint32_t level) {
    assert_debug(arc_id < k->arcs.size && k->arcs.data[arc_id].error);
    return edge_query((ic3ia *)k, &((ic3ia *)k)->arrows.data[arc_id], level, NULL, NULL);
}

static bool predecessor(ic3 *k, uint32_t arc_id, uint32_t level, uint32_t parent) {
    assert_debug(arc_id < k->arcs.size);
    ic3ia *e = (ic3ia *)k;
    arrow *a = &e->arrows.data[arc_id];
    term_vec literals = {0};
    edge_predecessor(e, a, parent == NO_OBLIGATION ? NULL : &k->obligations.data[parent].cube,
                     &literals);
    obligation_queue(k,
                     obligation_new(k, level, a->from, cube_of(e, &literals), parent, arc_id, 0));
    vec_release(&literals);
    return true;
}

enum arrival predicates_arrive(ic3 *k, uint32_t id) {
    assert_debug(id < k->obligations.size);
    LOG("ic3ia", "obligation %u is at the start", id);
    if (concretize((ic3ia *)k, id)) return ARRIVAL_REFINED;
    return k->result->verdict == VERDICT_FALSE ? ARRIVAL_RUN : ARRIVAL_STOPPED;
}

/* What was known first is a part of the invariant. */
static bool proved(ic3 *k, uint32_t level) {
    ic3ia *e = (ic3ia *)k;
    trim_facts(e, level);
    for (loc l = {0}; l.id < e->places.size; l.id++)
        if (e->places.data[l.id].proven.id)
            vec_push(&k->frames.data[l.id].facts, e->places.data[l.id].proven);
    return true;
}

const ic3_domain predicate_domain = {
    .name = "ic3ia",
    .subsumes = cube_subset,
    .clause = clause_of,
    .error = predicates_error,
    .inductive = predicates_inductive,
    .predecessor = predecessor,
    .generalize = predicates_generalize,
    .propagate = predicates_propagate,
    .arrive = predicates_arrive,
    .proved = proved,
};

/* ---- a run ---- */

static void statistics(ic3ia *e) {
    engine_stats *s = &e->k.result->stats;
    uint64_t count = 0;
    for (uint32_t i = 0; i < e->places.size; i++) count += e->places.data[i].predicates.size;
    stats_set(s, "refinements", (double)e->refinements);
    stats_set(s, "refinements completed by interpolation", (double)e->completed);
    stats_set(s, "refinements by relations", (double)e->related);
    stats_set(s, "predicates to begin with", (double)e->initial);
    stats_set(s, "predicates", (double)count);
    stats_set(s, "predicates minimized away", (double)e->minimized);
    stats_set(s, "literals dropped by queries", (double)e->dropped);
    static const char *const phases[] = {"seconds guessing",        "seconds simulating",
                                         "seconds refining",        "seconds minimizing",
                                         "seconds relating",        "seconds propagating",
                                         "seconds counting values", "seconds on polyhedra"};
    for (int i = 0; i < PHASES; i++) stats_set(s, phases[i], e->seconds[i]);
}

void ic3ia_main(ic3ia *e) {
    e->k.wants.push_obligations = !e->k.domain->examine;
    ic3_init(&e->k, false);
    init(e);
    ic3_run(&e->k);
    statistics(e);
    release(e);
    ic3_release(&e->k);
}

ic3 ic3ia_kernel(const ic3_domain *domain, program *p, const engine_options *o, const budget *b,
                 board *shared, engine_result *result) {
    return (ic3){.domain = domain,
                 .p = p,
                 .t = p->terms,
                 .o = o,
                 .limits = b,
                 .result = result,
                 .board = {.reader = {.board = shared}}};
}

void ic3ia_run(program *p, const engine_options *o, const budget *b, board *shared,
               engine_result *result) {
    assert_debug(result->verdict == VERDICT_UNKNOWN);
    ic3ia e = {.k = ic3ia_kernel(&predicate_domain, p, o, b, shared, result)};
    ic3ia_main(&e);
}

/* Beside it ours begins with proven facts, values and polyhedra, relates variables, minimizes
 * predicates and looks for runs by unrolling. */
bool ic3ia_configure(engine_options *o, const char *name) {
    if (strcmp(name, "paper-002") && strcmp(name, "paper")) return false;
    o->ia_seed = o->ia_values = o->ia_polyhedra = o->ia_relate = o->ia_minimize = false;
    o->ia_mine = MINE_PROPERTY;
    o->ic3_facts = false;
    o->refine = REFINE_INTERPOLATION;
    o->ia_interpolator = "auto";
    return true;
}
