#include "engine/ic3/bounds/icpic3.h"
#include "engine/ic3/bounds/bounds.h"

#include <string.h>

enum { FIRST_LIMIT = 128 };

/* ---- cubes ---- */

static bool subsumes(const cube *small, const cube *large) {
    box a = box_view(large), b = box_view(small);
    return box_within(&a, &b);
}

static term clause(ic3 *k, const cube *c) {
    box b = box_view(c);
    return box_term((icpic3 *)k, &b, true);
}

static void release_cube(cube *c) {
    box b = box_view(c);
    vec_release(&b);
    *c = (cube){0};
}

/* ---- what the kernel asks ---- */

static enum answer no_answer(ic3 *k) {
    if (!ic3_out_of_budget(k)) ic3_stop(k, "icpic3: a query without an answer");
    return ANSWER_UNKNOWN;
}

static enum answer error(ic3 *k, uint32_t arc_id, uint32_t level) {
    assert_debug(arc_id < k->arcs.size);
    bool must = level != LEVEL_INFINITY;
    arc_query q = {.level = level, .effort = must ? MUST : MAY};
    enum answer a = box_arc_query((icpic3 *)k, arc_id, &q, NULL);
    return a == ANSWER_UNKNOWN && must ? no_answer(k) : a;
}

static enum answer inductive(ic3 *k, uint32_t id, uint32_t *arc_id) {
    icpic3 *s = (icpic3 *)k;
    const obligation *o = &k->obligations.data[id];
    box c = box_view(&o->cube);
    vec_clear(&s->core);
    inductive_how how = {.relative = true, .effort = MUST};
    enum answer a = box_inductive(s, o->at, o->level, &c, how, &s->core, arc_id);
    return a == ANSWER_UNKNOWN ? no_answer(k) : a;
}

static bool generalize(ic3 *k, uint32_t id, uint32_t *level, cube *out) {
    icpic3 *s = (icpic3 *)k;
    const obligation *o = &k->obligations.data[id];
    box c = box_view(&o->cube);
    box_generalize(s, o->at, level, &c, &s->core);
    *out = box_cube(&s->core);
    return true;
}

static enum answer propagate(ic3 *k, uint32_t id, uint32_t level, cube *out, uint32_t *failed) {
    box c = box_view(&k->lemmas.data[id].cube);
    (void)out;
    inductive_how how = {.effort = MAY};
    return box_inductive((icpic3 *)k, k->lemmas.data[id].at, level + 1, &c, how, NULL, failed);
}

/* From the obligation at the start along the parents: any state of its box will do, with the inputs
 * of all. */
static enum arrival arrive(ic3 *k, uint32_t id) {
    icpic3 *s = (icpic3 *)k;
    trace *out = &k->result->trace;
    const step *first = &s->steps.data[id];
    for (uint32_t i = 0; i < k->p->variables.size; i++) {
        term var = k->p->variables.data[i].var;
        model_set(&out->initial, var, value_default(k->result->pool, term_sort(k->t, var)));
    }
    for (uint32_t i = 0; i < first->state.size; i++)
        model_set(&out->initial, first->state.data[i].var, first->state.data[i].value);
    for (; id != NO_OBLIGATION; id = k->obligations.data[id].parent) {
        const arc *a = &k->arcs.data[k->obligations.data[id].arc];
        vec_append(&out->inputs.items, s->steps.data[id].inputs.items.data,
                   s->steps.data[id].inputs.items.size);
        edge_vec edges = {0};
        suffix_edges(&s->suffix, a->edge, &edges);
        vec_append(&out->edges, edges.data, edges.size);
        vec_release(&edges);
        k->result->reached = a->to;
    }
    return ARRIVAL_RUN;
}

static void forget(ic3 *k, uint32_t id) {
    step *x = &((icpic3 *)k)->steps.data[id];
    vec_release(&x->state);
    vec_release(&x->inputs.items);
}

/* Too many obligations without a new frame: a longer suffix may filter them out. */
static bool turn(ic3 *k) {
    icpic3 *s = (icpic3 *)k;
    if (s->frame != k->frontier) s->frame = k->frontier, s->examined = 0;
    s->abort = k->o->icp_abort && ++s->examined > s->limit && k->frontier > s->n.suffix &&
               k->frontier <= (uint32_t)k->o->icp_longest_suffix;
    return !s->abort;
}

/* Behind a suffix the invariant excludes errors by induction over several segments, unless it does
 * so at once. */
static bool claim(ic3 *k, uint32_t level) {
    (void)level;
    k->result->proof = ((icpic3 *)k)->n.suffix ? PROOF_K_INDUCTION : PROOF_INVARIANT;
    k->result->k = (uint32_t)((icpic3 *)k)->n.suffix + 1;
    return true;
}

static const ic3_domain bounds = {
    .name = "icpic3",
    .subsumes = subsumes,
    .clause = clause,
    .release = release_cube,
    .error = error,
    .inductive = inductive,
    .predecessor = box_predecessor,
    .generalize = generalize,
    .propagate = propagate,
    .arrive = arrive,
    .exclude = box_exclude,
    .turn = turn,
    .proved = claim,
    .forget = forget,
};

static void report(icpic3 *s) {
#define X(name, help) stats_set(&s->k.result->stats, help, (double)s->n.name);
    ICPIC3_COUNTERS(X)
#undef X
}

static void release(icpic3 *s) {
    ic3_release(&s->k);
    sides_release(s);
    vec_release(&s->steps);
    vec_release(&s->core);
    vec_release(&s->constants);
    subst_release(&s->scratch);
    suffix_release(&s->suffix);
}

/* One run with a suffix; true: it was aborted, and `next` is the length to begin again with. */
static bool run_with(program *p, uint32_t length, const icpic3 *how, uint32_t *next,
                     icpic3_counters *n) {
    icpic3 s = *how;
    program *longer =
        length ? suffix_program(p, length, (uint32_t)how->k.o->icp_suffix_ways, &s.suffix) : NULL;
    s.n = *n;
    s.n.suffix = longer ? length : 0;
    s.n.suffixes_refused += length && !longer;
    if (length && !longer) s.limit = UINT32_MAX;
    s.k.p = longer ? longer : p;
    ic3_init(&s.k, false);
    sides_make(&s);
    constants_collect(&s);
    ic3_run(&s.k);
    report(&s);
    *next = s.k.frontier;
    *n = s.n;
    bool aborted = s.abort && !ic3_out_of_budget(&s.k);
    release(&s);
    if (longer) program_delete(longer);
    return aborted;
}

void icpic3_run(program *p, const engine_options *o, const budget *b, board *shared,
                engine_result *result) {
    assert_debug(result->verdict == VERDICT_UNKNOWN);
    icpic3 how = {.k = {.domain = &bounds,
                        .t = p->terms,
                        .o = o,
                        .limits = b,
                        .result = result,
                        .wants = {.push_obligations = true,
                                  .latest_first = true,
                                  .infinity = o->icp_infinity}},
                  .limit = FIRST_LIMIT};
    icpic3_counters n = {0};
    uint32_t length = (uint32_t)o->icp_suffix;
    for (how.k.board.reader.board = shared; run_with(p, length, &how, &length, &n); how.limit *= 2)
        n.aborts++;
}

bool icpic3_configure(engine_options *o, const char *name) {
    if (strcmp(name, "paper-003")) return false;
    o->icp_infinity = o->icp_widening = o->icp_fallback = o->icp_literal_dropping = false;
    o->icp_bound_generalization = o->icp_gentr = o->icp_abort = true;
    o->icp_suffix = 2;
    o->icp_longest_suffix = 1000;
    o->icp_suffix_ways = 100000;
    o->ic3_facts = false;
    return true;
}
