/* A violation, run again on the unreduced program. */
#include "evidence/evidence.h"

typedef struct {
    program *p;
    input_queue *queue;
    values *from;      /* pool of the queue's values */
    evidence *e;
} player;

/* Inputs that the trace does not have were of no consequence for the engine: any value, so the default. */
static value play_input(void *context, uint32_t in, sort s) {
    player *r = context;
    value a = input_queue_next(r->queue, in, s);
    a = a.sort.id ? value_move(r->p->terms, r->from, a, r->e->pool) : value_default(r->e->pool, s);
    struct input_value read = {in, a};
    vec_push(&r->e->inputs.items, read);
    return a;
}

static void play_edge(void *context, edge_id e, const model *state) {
    (void)state;
    vec_push(&((player *)context)->e->path, e);
}

static void keep_initial(player *r, const model *initial) {
    if (initial == &r->e->initial) return;
    model_clear(&r->e->initial);
    for (uint32_t i = 0; initial && i < initial->assigned.size; i++) {
        term var = {initial->assigned.data[i]};
        model_set(&r->e->initial, var, value_move(r->p->terms, initial->pool, initial->of.data[var.id], r->e->pool));
    }
}

static run_result play(program *p, const input_log *inputs, values *from, const model *initial, const budget *b,
                       evidence *e) {
    player r = {p, input_queue_new(inputs), from, e};
    vec_clear(&e->inputs.items);
    vec_clear(&e->path);
    keep_initial(&r, initial);
    run_options o = {.next_input = play_input, .on_edge = play_edge, .context = &r, .input_pool = e->pool, .limits = b};
    run_result result = program_run(p, &e->initial, &o, NULL);
    input_queue_delete(r.queue);
    e->reached = result.at;
    return result;
}

static void say_end(const program *p, run_result end, evidence *e) {
    static const char *const ends[] = {"", "it reaches a limit of the model", "it ends", "it does not end in time", ""};
    position at = p->locations.data[end.at].at;
    snprintf(e->why, sizeof e->why, "the replay does not reach the error: %s at location %u (%s:%u) after %llu steps",
             ends[end.end], end.at, program_text(p, at.file), at.line, (unsigned long long)end.steps);
}

void replay_inputs(program *unreduced, const input_log *inputs, const model *initial, const budget *b, evidence *e) {
    run_result end = play(unreduced, inputs, e->pool, initial, b, e);
    e->level = end.end == RUN_ERROR ? EVIDENCE_REPLAYED : EVIDENCE_NONE;
    if (end.end != RUN_ERROR) say_end(unreduced, end, e);
}

/* Properties keep their numbers through reductions. */
void replay_trace(program *unreduced, program *reduced, const engine_result *r, const budget *b, evidence *e) {
    run_result end = play(unreduced, &r->trace.inputs, r->pool, &r->trace.initial, b, e);
    e->level = EVIDENCE_NONE;
    if (end.end != RUN_ERROR) {
        say_end(unreduced, end, e);
        return;
    }
    uint32_t found = unreduced->locations.data[end.at].property, claimed = reduced->locations.data[r->reached].property;
    if (found == claimed) e->level = EVIDENCE_REPLAYED;
    else snprintf(e->why, sizeof e->why, "the replay violates another property, at location %u", end.at);
}
