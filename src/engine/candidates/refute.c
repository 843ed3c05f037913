#include "engine/candidates/refute.h"

#include "base/time_limits.h"
#include "engine/common/draw.h"
#include "engine/common/watch.h"

enum {
    MOST_RUNS = 400,
    MOST_STEPS = 1000,    /* edges of a run */
    VISITS_OF_A_RUN = 12, /* that are looked at, of a location */
    EVALUATIONS = 200000, /* of candidates, in all */
};

typedef struct {
    program *program;
    const conjuncts *candidates;
    bits *dropped;
    vec(u32_vec) at; /* by location: its candidates */
    u32_vec visits;  /* by location, in this run */
    drawer drawer;
    watched_runs watched;
    uint64_t evaluations;
} refuting_runs;

static void look_at(refuting_runs *x, const u32_vec *here, const model *state) {
    evaluator *e = evaluator_new(x->program->terms, state->pool);
    for (uint32_t i = 0; i < here->size; i++) {
        uint32_t c = here->data[i];
        if (bits_has(x->dropped, c)) continue;
        x->evaluations++;
        if (!term_holds(e, state, x->candidates->data[c].formula)) bits_add(x->dropped, c);
    }
    evaluator_delete(e);
}

static void on_edge(void *context, edge_id e, const model *state) {
    refuting_runs *x = context;
    loc to = x->program->edges.data[e.id].to;
    const u32_vec *here = &x->at.data[to.id];
    if (!here->size || x->evaluations > EVALUATIONS) return;
    if (x->visits.data[to.id]++ < VISITS_OF_A_RUN) look_at(x, here, state);
}

static void run_many(refuting_runs *x, const budget *b) {
    budget effort = time_limited(TIME_RUNS_REFUTE, *b);
    x->watched = (watched_runs){.program = x->program,
                                .steps = MOST_STEPS,
                                .drawer = &x->drawer,
                                .on_edge = on_edge,
                                .context = x};
    for (uint32_t run = 0; run < MOST_RUNS && x->evaluations <= EVALUATIONS; run++) {
        if (budget_over(&effort)) return;
        memset(x->visits.data, 0, x->visits.size * sizeof *x->visits.data);
        watched_run(&x->watched, &effort);
    }
}

void refute_by_runs(program *p, const conjuncts *candidates, uint64_t seed, const budget *b,
                    bits *dropped) {
    refuting_runs x = {.program = p, .candidates = candidates, .dropped = dropped};
    vec_resize(&x.at, p->locations.size);
    vec_resize(&x.visits, p->locations.size);
    for (uint32_t i = 0; i < candidates->size; i++)
        if (!bits_has(dropped, i)) vec_push(&x.at.data[candidates->data[i].at.id], i);
    drawer_init(&x.drawer, p, seed);
    run_many(&x, b);
    drawer_release(&x.drawer);
    vec_release_each(&x.at, vec_release);
    vec_release(&x.visits);
}
