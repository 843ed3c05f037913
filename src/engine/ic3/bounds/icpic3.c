#include "engine/ic3/bounds/icpic3.h"
#include "engine/ic3/bounds/bounds.h"

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
    ic3_stop(k, budget_over(k->limits) ? budget_reason(k->limits)
                                       : "icpic3: a query without an answer");
    return ANSWER_UNKNOWN;
}

static enum answer error(ic3 *k, uint32_t arc_id, uint32_t level) {
    bool must = level != LEVEL_INFINITY;
    enum answer a = box_arc_query((icpic3 *)k, arc_id, level, NULL, NULL, NULL, must ? MUST : MAY);
    return a == ANSWER_UNKNOWN && must ? no_answer(k) : a;
}

static enum answer inductive(ic3 *k, uint32_t id, uint32_t *arc_id) {
    icpic3 *s = (icpic3 *)k;
    const obligation *o = &k->obligations.data[id];
    box c = box_view(&o->cube);
    vec_clear(&s->core);
    enum answer a = box_inductive(s, o->at, o->level, &c, true, &s->core, arc_id, MUST);
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
    return box_inductive((icpic3 *)k, k->lemmas.data[id].at, level + 1, &c, false, NULL, failed,
                         MAY);
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
        vec_push(&out->edges, a->edge);
        k->result->reached = a->to;
    }
    return ARRIVAL_RUN;
}

static void forget(ic3 *k, uint32_t id) {
    step *x = &((icpic3 *)k)->steps.data[id];
    vec_release(&x->state);
    vec_release(&x->inputs.items);
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
    .forget = forget,
};

static void report(icpic3 *s) {
#define X(name, help) stats_set(&s->k.result->stats, help, (double)s->n.name);
    ICPIC3_COUNTERS(X)
#undef X
    s->k.result->solver = "icp";
    for (uint32_t i = 0; i < s->sides.size && s->n.others; i++)
        if (s->sides.data[i].other.of.solver)
            s->k.result->solver = solver_name(s->sides.data[i].other.of.solver);
}

void icpic3_run(program *p, const engine_options *o, const budget *b, board *shared,
                engine_result *result) {
    icpic3 s = {.k = {.domain = &bounds,
                      .p = p,
                      .t = p->terms,
                      .o = o,
                      .limits = b,
                      .result = result,
                      .reader = {.board = shared},
                      .push_obligations = true,
                      .latest_first = true,
                      .infinity = true}};
    ic3_init(&s.k, false);
    sides_make(&s);
    constants_collect(&s);
    ic3_run(&s.k);
    report(&s);
    ic3_release(&s.k);
    sides_release(&s);
    vec_release(&s.steps);
    vec_release(&s.core);
    vec_release(&s.constants);
    subst_release(&s.scratch);
}
