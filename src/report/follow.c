/* A violation as steps through the source: the interpreter runs it once more and is watched. */
#include "frontend/library.h"
#include "report/report.h"

#include <string.h>

enum { FOLLOWED_STEPS = 300000 };

typedef struct {
    const verification *v;
    trace_steps *out;
    input_queue *inputs;
    bool input; /* one was read on this edge */
} follower;

static bool in_library(const program *p, position at) {
    return !strncmp(program_text(p, at.file), LIBRARY_FILE_PREFIX, strlen(LIBRARY_FILE_PREFIX));
}

static value read_input(void *context, uint32_t number, sort s) {
    follower *f = context;
    f->input |= origin_about(program_input_origin(f->v->unreduced, number))->outside;
    return input_queue_next(f->inputs, number, s);
}

/* The front end lays out the true branch first. The last decision of a line decides: with && and ||
 * it is the last one evaluated. */
static enum branch_taken decision(const program *p, edge_id e) {
    const edge_id *out;
    uint32_t n = program_out(p, p->edges.data[e.id].from, &out);
    if (n < 2) return BRANCH_NONE;
    return n > 2 ? BRANCH_OTHER : same_edge(out[0], e) ? BRANCH_TRUE : BRANCH_FALSE;
}

/* A step for this edge; consecutive edges of one line share it, until a loop comes round. */
static trace_step *step_at(follower *f, position at, edge_id e) {
    trace_steps *s = f->out;
    if (s->steps.size) {
        trace_step *last = &vec_last(&s->steps);
        bool same_line = at.line && last->at.line == at.line && last->at.file == at.file &&
                         last->at.function == at.function;
        loc from = f->v->unreduced->edges.data[e.id].from;
        if (same_line && !same_edge(last->edge, e) && !same_loc(last->decided, from)) return last;
    }
    trace_step fresh = {.at = at, .changes = s->changes.size, .edge = e, .decided = NO_LOC};
    vec_push(&s->steps, fresh);
    return &vec_last(&s->steps);
}

/* An array at every step would say too much. */
static bool plain(const terms *t, sort s) {
    enum sort_kind k = sort_kind_of(t, s);
    return k == SORT_BOOL || k == SORT_BV || k == SORT_FP || k == SORT_INT || k == SORT_REAL;
}

static void note_change(follower *f, trace_step *step, uint32_t local, value now) {
    for (uint32_t i = step->changes; i < f->out->changes.size; i++)
        if (f->out->changes.data[i].variable == local) {
            f->out->changes.data[i].value = now;
            return;
        }
    trace_change c = {local, now};
    vec_push(&f->out->changes, c);
    step->change_count++;
}

static void watch_variables(follower *f, trace_step *step, const cmd c, const model *state) {
    program *p = f->v->unreduced;
    map seen = {0};
    term_vec assigned = {0};
    cmd_assigned(p, c, &seen, &assigned);
    for (uint32_t i = 0; i < assigned.size; i++) {
        term var = assigned.data[i];
        uint32_t index = (uint32_t)map_find(&p->variable_of, var.id, UINT32_MAX);
        if (index == UINT32_MAX || !p->variables.data[index].name ||
            !plain(p->terms, term_sort(p->terms, var)))
            continue;
        values *into = f->v->evidence.pool ? f->v->evidence.pool : f->v->result.pool;
        note_change(f, step, index,
                    value_move(p->terms, state->pool, model_get(state, p->terms, var), into));
    }
    vec_release(&assigned);
    map_release(&seen);
}

static void watch(void *context, edge_id e, const model *state) {
    follower *f = context;
    const program *p = f->v->unreduced;
    position at = p->edges.data[e.id].at;
    if ((!at.line && f->v->from_c) || in_library(p, at)) return;
    trace_step *step = step_at(f, at, e);
    enum branch_taken taken = decision(p, e);
    if (taken != BRANCH_NONE) step->branch = taken;
    if (taken != BRANCH_NONE && same_loc(step->decided, NO_LOC))
        step->decided = p->edges.data[e.id].from;
    step->input |= f->input;
    f->input = false;
    watch_variables(f, step, p->edges.data[e.id].command, state);
}

void trace_follow(const verification *v, trace_steps *out) {
    bool checked = v->evidence.level != EVIDENCE_NONE;
    const input_log *log = checked ? &v->evidence.inputs : &v->result.trace.inputs;
    follower f = {.v = v, .out = out, .inputs = input_queue_new(log)};
    run_options o = {.next_input = read_input,
                     .on_edge = watch,
                     .context = &f,
                     .max_steps = FOLLOWED_STEPS,
                     .decisions =
                         checked && v->evidence.decisions.size ? &v->evidence.decisions : NULL,
                     .input_pool = checked ? v->evidence.pool : v->result.pool};
    run_result end = program_run(
        v->unreduced, checked ? &v->evidence.initial : &v->result.trace.initial, &o, NULL);
    out->unfinished = end.end == RUN_STEPS;
    input_queue_delete(f.inputs);
}

void trace_steps_release(trace_steps *s) {
    vec_release(&s->steps);
    vec_release(&s->changes);
}
