#include "engine/ic3/literals/ic3cfa.h"
#include "engine/ic3/literals/calls.h"
#include "engine/ic3/literals/context.h"
#include "engine/ic3/literals/multi.h"

enum { CONTEXTS = 4096, QUERIES_CACHED = 20000, LOCAL_TERMS = 100000 };

/* ---- obligations ---- */

/* The values of old models are garbage as soon as their cube is made. */
static void tidy_values(literals *s) {
    if (values_memory(s->pool) < (64u << 20)) return;
    evaluator_delete(s->evaluator);
    values_delete(s->pool);
    s->pool = values_new(s->k.t);
    s->evaluator = evaluator_new(s->k.t, s->pool);
}

/* So is what the local solver translated for them. */
static void tidy_local(literals *s) {
    if (s->local && solver_statistics(s->local)->terms < LOCAL_TERMS) return;
    if (s->local) lit_close(s, s->local), s->k.n.rebuilt++;
    s->local =
        s->k.o->ic3_enrich ? solver_new(s->k.t, s->k.o->solver, (solver_options){0}, NULL) : NULL;
    if (s->local) solver_set_budget(s->local, s->k.limits);
}

static uint32_t order_of(literals *s, uint32_t size) {
    switch (s->k.o->cube_order) {
    case CUBE_ORDER_ASC: return size;
    case CUBE_ORDER_DESC: return UINT32_MAX - size;
    default: return (uint32_t)(random_u64(&s->k.random) >> 32);
    }
}

/* The arc's solver holds a model that leads into `parent` (or into the error): queue the states
 * before. */
static bool add_predecessor(literals *s, uint32_t arc_id, uint32_t level, uint32_t parent,
                            bool *exact) {
    assert_debug(arc_id < s->k.arcs.size);
    cube c;
    const cube *post = parent == NO_OBLIGATION ? NULL : &s->k.obligations.data[parent].cube;
    tidy_values(s);
    tidy_local(s);
    u32_vec facts = {0};
    term_vec equations = {0};
    bool settled = !s->calls || calls_settle(s, arc_id, level, post, &facts, &equations);
    const path *x = settled ? lit_precube_where(s, arc_id, post, &equations, &c, exact) : NULL;
    vec_release(&equations);
    *exact &= !facts.size;
    if (!x) {
        vec_release(&facts);
        return !s->k.stopped;
    }
    uint32_t id = obligation_new(&s->k, level, s->k.arcs.data[arc_id].from, c, parent, arc_id,
                                 order_of(s, c.size));
    if (s->alternatives.size <= id) vec_resize(&s->alternatives, id + 1);
    vec_append(&s->alternatives.data[id], x->alternatives.data, x->alternatives.size);
    if (s->calls) calls_used(s->calls, id, &facts);
    obligation_queue(&s->k, id);
    return true;
}

static bool predecessor(ic3 *k, uint32_t arc_id, uint32_t level, uint32_t parent) {
    assert_debug(arc_id < k->arcs.size);
    bool exact;
    return add_predecessor((literals *)k, arc_id, level, parent, &exact);
}

static void forget(ic3 *k, uint32_t id) {
    literals *s = (literals *)k;
    if (id < s->alternatives.size) vec_release(&s->alternatives.data[id]);
}

static enum answer no_answer(ic3 *k) {
    const solver *of = lit_asked((literals *)k);
    ic3_stop_for(k, of ? solver_stop(of) : (stop_reason){0});
    return ANSWER_UNKNOWN;
}

/* Sect. 4.3, skipping: all pre-cubes at once. Where each is its arc's whole pre-image, they block
 * the obligation as soon as they are blocked themselves, and the queue sees to that. */
static void expand(literals *s, uint32_t id) {
    bool any = false, all_exact = true, exact = true;
    const u32_vec *arcs = &s->k.into.data[s->k.obligations.data[id].at.id];
    vec_clear(&s->core);
    for (uint32_t i = 0; i < arcs->size && !s->k.stopped; i++) {
        const obligation *o = &s->k.obligations.data[id];
        enum answer a =
            lit_arc_query(s, arcs->data[i], o->level - 1, &o->cube, NULL, &s->core, QUERY_BLOCK);
        if (a == ANSWER_UNKNOWN) no_answer(&s->k);
        if (a != ANSWER_SAT) continue;
        add_predecessor(s, arcs->data[i], o->level - 1, id, &exact);
        any = true;
        all_exact &= exact;
    }
    if (s->k.stopped) return;
    s->k.obligations.data[id].expanded = any && all_exact;
    if (any) obligation_queue(&s->k, id);
    else ic3_learn(&s->k, id);
}

static void skip_examination(literals *s, uint32_t id) {
    const obligation *o = &s->k.obligations.data[id];
    vec_clear(&s->core);
    vec_append(&s->core, o->cube.lits, o->cube.size);
    s->n.obligations_skipped++;
    ic3_learn(&s->k, id);
}

static void examine(ic3 *k, uint32_t id) {
    if (k->obligations.data[id].expanded) skip_examination((literals *)k, id);
    else if (k->o->ic3_skip) expand((literals *)k, id);
    else ic3_examine(k, id);
}

/* ---- what the kernel asks ---- */

static enum answer error(ic3 *k, uint32_t arc_id, uint32_t level) {
    assert_debug(arc_id < k->arcs.size);
    enum answer a = lit_arc_query((literals *)k, arc_id, level, NULL, NULL, NULL, QUERY_ERROR);
    return a == ANSWER_UNKNOWN && level != LEVEL_INFINITY ? no_answer(k) : a;
}

static enum answer inductive(ic3 *k, uint32_t id, uint32_t *arc_id) {
    literals *s = (literals *)k;
    const obligation *o = &k->obligations.data[id];
    vec_clear(&s->core);
    enum answer a = lit_inductive(s, o->at, o->level, &o->cube, &s->core, arc_id, QUERY_BLOCK);
    return a == ANSWER_UNKNOWN ? no_answer(k) : a;
}

static bool generalize(ic3 *k, uint32_t id, uint32_t *level, cube *out) {
    literals *s = (literals *)k;
    const obligation *o = &k->obligations.data[id];
    *out = lit_generalize(s, o->at, level, &o->cube, &s->core);
    if (s->families) s->latest = cube_copy(out);
    return true;
}

static void learnt(ic3 *k, loc at, uint32_t level) {
    assert_debug(at.id < k->p->locations.size);
    literals *s = (literals *)k;
    cube c = s->latest;
    s->latest = (cube){0};
    if (s->families && level != LEVEL_INFINITY) lit_conjecture(s, at, level, &c);
    cube_release(&c);
}

static void added(ic3 *k, const cube *c) {
    map *activity = &((literals *)k)->activity;
    for (uint32_t i = 0; i < c->size; i++)
        map_set(activity, c->lits[i].id, map_find(activity, c->lits[i].id, 0) + 1);
}

static bool blocked(ic3 *k, const obligation *o) {
    literals *s = (literals *)k;
    return k->o->ic3_block_semantic && lit_arc_query(s, s->still.data[o->at.id], o->level, &o->cube,
                                                     NULL, NULL, QUERY_BLOCK) == ANSWER_UNSAT;
}

static enum answer propagate(ic3 *k, uint32_t id, uint32_t level, cube *out, uint32_t *failed) {
    const lemma *m = &k->lemmas.data[id];
    term_vec core = {0};
    enum answer a =
        lit_inductive((literals *)k, m->at, level + 1, &m->cube, &core, failed, QUERY_PROPAGATE);
    if (a == ANSWER_UNSAT && k->o->ic3_cores && core.size < m->cube.size)
        *out = cube_make(core.data, core.size);
    vec_release(&core);
    return a;
}

/* As long as it pays: what a query costs grows with its assumptions, and those about F_infinity
 * have many. */
enum { EFFORT_AT_FIRST = 4000, EFFORT_FOR_LEMMA = 2000 };

static bool exclude_due(const ic3 *k) {
    const literals *s = (const literals *)k;
    return s->effort_infinity <
           EFFORT_AT_FIRST + s->effort_else / 4 + EFFORT_FOR_LEMMA * k->n.lemmas_inductive;
}

static term clause(ic3 *k, const cube *c) { return cube_clause(k->t, c); }

static const ic3_domain domain = {
    .name = "ic3cfa",
    .subsumes = cube_subset,
    .clause = clause,
    .release = cube_release,
    .error = error,
    .inductive = inductive,
    .predecessor = predecessor,
    .generalize = generalize,
    .propagate = propagate,
    .arrive = lit_counterexample,
    .blocked = blocked,
    .examine = examine,
    .learnt = learnt,
    .added = added,
    .exclude_due = exclude_due,
    .exclude = lit_exclude,
    .forget = forget,
    .restart = lit_restart,
};

/* ---- a run ---- */

static void begin(literals *s) {
    const engine_options *o = s->k.o;
    s->pool = values_new(s->k.t);
    s->evaluator = evaluator_new(s->k.t, s->pool);
    if (o->ic3_guide) s->families = families_new();
    if (!o->ic3_cores) s->cache = cache_new(QUERIES_CACHED);
    if (o->ic3_caching || o->ic3_caching_lower) s->contexts = contexts_new(CONTEXTS);
    if (s->calls) calls_ask_about(s);
    ic3_init(&s->k, o->ic3_split);
    if (s->calls) calls_link(s);
    solvers_make(s);
    lit_constants_collect(s);
    lit_widened_collect(s);
}

static void release(literals *s) {
    ic3_release(&s->k);
    contexts_delete(s->contexts);
    if (s->cache) cache_delete(s->cache);
    if (s->local) solver_delete(s->local);
    families_delete(s->families);
    vec_release(&s->alternatives);
    vec_release(&s->core);
    vec_release(&s->constants);
    vec_release(&s->widened);
    map_release(&s->activity);
    subst_release(&s->scratch);
    evaluator_delete(s->evaluator);
    values_delete(s->pool);
}

static void search_in(program *p, const engine_options *o, const budget *b, board *shared,
                      engine_result *result, calls *procedures) {
    literals s = {.k = {.domain = &domain,
                        .p = p,
                        .t = p->terms,
                        .o = o,
                        .limits = b,
                        .result = result,
                        .board = {.reader = {.board = shared}},
                        .wants = {.push_obligations = o->ic3_push_obligations,
                                  .reuse = o->obligation_reuse,
                                  .remember_failures = !procedures,
                                  .calls = procedures,
                                  .infinity = o->ic3_infinity}},
                  /* Theorem 2; and query (18) has no negated cube in the premise. */
                  .relative = o->ic3_relative && o->generalize != GENERALIZE_SINGLE &&
                              o->generalize != GENERALIZE_MULTI,
                  .calls = procedures};
    begin(&s);
    ic3_run(&s.k);
#define X(name, help) stats_set(&result->stats, help, (double)s.n.name);
    IC3CFA_COUNTERS(X)
#undef X
    solvers_release(&s);
    joins_release(&s);
    stats_set(&result->stats, "seconds in solvers", s.solver_seconds);
    release(&s);
}

/* What works on arcs as they are, without the callees' frames, is refused. */
static bool works_with_calls(const engine_options *o) {
    return o->generalize == GENERALIZE_JOINT && !o->ic3_wp_for_inductivity &&
           !o->ic3_block_semantic && !o->ic3_skip && !o->ic3_split && !o->ic3_interpolate &&
           !o->ic3_caching && !o->ic3_caching_lower && !o->ic3_predecessor_cubes && o->ic3_cores;
}

static void search_with_calls(program *p, const engine_options *o, const budget *b, board *shared,
                              engine_result *result) {
    calls *c = calls_open(p);
    if (!c) {
        engine_unknown(result, "a summary in a place that is not understood");
        return;
    }
    if (!works_with_calls(o)) {
        calls_close(c);
        engine_unknown(result, "unsupported: switches of the papers with summaries of procedures; "
                               "--inline all copies the bodies");
        return;
    }
    search_in(c->p, o, b, shared, result, c);
    stats_set(&result->stats, "questions to callees", (double)c->questions);
    stats_set(&result->stats, "questions about one point", (double)c->points);
    stats_set(&result->stats, "depth of calls in the violation", c->depth);
    /* The steps are those of the program without its calls. */
    if (result->verdict == VERDICT_FALSE) result->trace.too_long = true;
    calls_close(c);
}

void ic3cfa_run(program *p, const engine_options *o, const budget *b, board *shared,
                engine_result *result) {
    assert_debug(result->verdict == VERDICT_UNKNOWN);
    if (p->summaries.size) search_with_calls(p, o, b, shared, result);
    else search_in(p, o, b, shared, result, NULL);
}
