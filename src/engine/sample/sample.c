/* Concrete runs with small, boundary and random inputs: the cheapest way to shallow violations.
 * Proves nothing. `sample` interprets a few runs and then, where the program can be compiled
 * (options->native), lets it run natively, otherwise it goes on interpreting; `native` does the
 * second part only. */
#include "engine/engine.h"

#include "base/bits.h"
#include "base/time_limits.h"
#include "engine/common/draw.h"
#include "engine/sample/walk.h"

#include <stdio.h>

enum {
    FIRST_STEPS = 200,
    MOST_STEPS = 2000000,
    RUNS_EACH = 3 * DRAW_STYLES /* at one number of steps, at least */
};
/* Which inputs have the same value whenever they are read in a run: none, all, or each by chance. A
 * counter that only one input resets grows where this one is steady and the others are not. */
enum habit { HABIT_FRESH, HABIT_STEADY, HABIT_EACH, HABITS };
typedef struct {
    program *program;
    drawer drawer;
    engine_result *result;
    enum draw_style style;
    enum habit habit;
    vec(value) held; /* value of a steady input; sort none: not yet read */
    bits asked;      /* inputs of HABIT_EACH that were read in this run ... */
    bits fresh;      /* ... and are not steady */
    uint64_t steps;  /* allowed in a run */
    bool cut_off;    /* a run since the last increase was longer than the steps allowed */
} sampling;

static bool is_steady(sampling *x, uint32_t number) {
    if (x->habit != HABIT_EACH) return x->habit == HABIT_STEADY;
    if (!bits_has(&x->asked, number)) {
        bits_add(&x->asked, number);
        if (random_below(&x->drawer.random, 2)) bits_add(&x->fresh, number);
    }
    return !bits_has(&x->fresh, number);
}

static value next_value(sampling *x, uint32_t number, sort s) {
    if (!is_steady(x, number)) return draw(&x->drawer, x->result->pool, s, x->style);
    if (number >= x->held.size) vec_resize(&x->held, number + 1);
    value *held = &x->held.data[number];
    if (!same_sort(held->sort, s)) *held = draw(&x->drawer, x->result->pool, s, x->style);
    return *held;
}

static value next_input(void *context, uint32_t number, sort s) {
    sampling *x = context;
    struct input_value v = {number, next_value(x, number, s)};
    vec_push(&x->result->trace.inputs.items, v);
    return v.value;
}

static void on_edge(void *context, edge_id e, const model *state) {
    (void)state;
    sampling *x = context;
    vec_push(&x->result->trace.edges, e);
}

/* A fresh pool for every run: the values of the runs before are of no use. */
static void forget(sampling *x) {
    trace *t = &x->result->trace;
    vec_clear(&t->edges);
    vec_clear(&t->inputs.items);
    vec_clear(&x->held);
    bits_clear(&x->asked);
    bits_clear(&x->fresh);
    model_release(&t->initial);
    values_delete(x->result->pool);
    x->result->pool = values_new(x->program->terms);
    model_init(&t->initial, x->result->pool);
}

static void draw_initial(sampling *x) {
    for (uint32_t i = 0; i < x->program->variables.size; i++) {
        term var = x->program->variables.data[i].var;
        model_set(&x->result->trace.initial, var,
                  draw(&x->drawer, x->result->pool, term_sort(x->program->terms, var), x->style));
    }
}

static bool try_once(sampling *x, uint64_t steps, const budget *b) {
    forget(x); /* makes the pool that the options name */
    draw_initial(x);
    run_options o = {.next_input = next_input,
                     .on_edge = on_edge,
                     .context = x,
                     .input_pool = x->result->pool,
                     .max_steps = steps,
                     .limits = b};
    run_result r = program_run(x->program, &x->result->trace.initial, &o, NULL);
    x->cut_off |= r.end == RUN_STEPS;
    if (r.end != RUN_ERROR || program_is_limit(x->program, r.at)) return false;
    x->result->verdict = VERDICT_FALSE;
    x->result->reached = r.at;
    return true;
}

static bool interpret(sampling *x, double seconds, const budget *b, uint64_t *runs) {
    double start = clock_cpu();
    bool hit = false;
    while (!hit && clock_cpu() - start < seconds && !budget_over(b)) {
        x->style = (enum draw_style)(*runs % DRAW_STYLES);
        x->habit = (enum habit)(*runs / DRAW_STYLES % HABITS);
        hit = try_once(x, x->steps, b);
        ++*runs;
        if (*runs % RUNS_EACH || !x->cut_off || x->steps >= MOST_STEPS) continue;
        x->steps *= 2;
        x->cut_off = false;
    }
    return hit;
}

/* True: it was run, and the result says what came of it. */
static bool run_natively(const drawer *d, const engine_options *o, const budget *b,
                         engine_result *result) {
    u64_vec constants = {0};
    for (uint32_t i = 0; i < d->constants.size; i++) {
        uint64_t constant;
        if (term_get_u64(d->program->terms, d->constants.data[i], &constant))
            vec_push(&constants, constant);
    }
    bool ran = o->native->run(o->native->context, d->program, (uint64_t)o->seed, &constants,
                              time_most(TIME_SAMPLE_NATIVE), b, result);
    vec_release(&constants);
    return ran;
}

static void found_none(sampling *x, uint64_t runs) {
    char native[sizeof x->result->reason];
    snprintf(native, sizeof native, "%s", x->result->reason);
    forget(x);
    engine_unknown(x->result, "no violation in %llu runs%s%.100s", (unsigned long long)runs,
                   native[0] ? "; " : "", native);
}

void sample_run(program *p, const engine_options *o, const budget *b, board *shared,
                engine_result *result) {
    assert_debug(result->verdict == VERDICT_UNKNOWN);
    (void)shared;
    sampling x = {.program = p, .result = result, .steps = FIRST_STEPS};
    uint64_t runs = 0;
    drawer_init(&x.drawer, p, (uint64_t)o->seed);
    bool hit = interpret(&x, time_most(TIME_SAMPLE_FIRST), b, &runs);
    if (!hit) {
        forget(&x);
        hit = walk_states(p, o, time_most(TIME_SAMPLE_WALK), b, result);
    }
    if (!hit) {
        bool ran = o->native && !budget_over(b) && run_natively(&x.drawer, o, b, result);
        hit = ran ? result->verdict == VERDICT_FALSE
                  : interpret(&x, time_most(TIME_SAMPLE_LONGER), b, &runs);
    }
    if (!hit) {
        forget(&x);
        hit = walk_states(p, o, time_most(TIME_SAMPLE_LAST_WALK), b, result);
    }
    if (!hit) found_none(&x, runs);
    result->engine = "sample";
    stats_set(&result->stats, "runs", (double)runs);
    vec_release(&x.held);
    bits_release(&x.asked);
    bits_release(&x.fresh);
    drawer_release(&x.drawer);
}

void native_run(program *p, const engine_options *o, const budget *b, board *shared,
                engine_result *result) {
    assert_debug(result->verdict == VERDICT_UNKNOWN);
    (void)shared;
    drawer d;
    drawer_init(&d, p, (uint64_t)o->seed);
    if (o->native) run_natively(&d, o, b, result);
    else engine_unknown(result, "not run natively: it is not C");
    result->engine = "native";
    drawer_release(&d);
}
