/* Runs on drawn inputs. A run that passes something new is kept, and later runs begin like one of
 * those and go on otherwise: so the states of a step function are reached one after the other. */
#include "engine/common/draw.h"
#include "base/log.h"
#include "goal/deadcode_internal.h"

enum {
    FIRST_STEPS = 300,
    MOST_STEPS = 100000,
    RUNS_EACH = 8 * DRAW_STYLES /* at one number of steps, without anything new */,
    MOST_REFUSED = 50
};
static const double most_seconds = 2,
                    idle_seconds = 0.4; /* of CPU: in all, and without anything new */

typedef struct {
    deadcode *d;
    drawer drawer;
    values *pool; /* of this run */
    input_log log;
    const input_log *prefix; /* the run begins with its first `shared` inputs */
    uint32_t shared;
    enum draw_style style;
    bool steady;     /* an input has the same value whenever it is read ... */
    vec(value) held; /* ... this one, by input */
    uint64_t steps;
    bool cut_off;
    bits covered;
    uint32_t refused; /* runs that passed something new and were not confirmed */
} goal_sampler;

/* What the standard or the compiler leaves open, and what we only bound, is not drawn: a test could
 * not rely on it. */
static bool is_free(const goal_sampler *x, uint32_t number) {
    const program *p = x->d->marked.base;
    return origin_about(program_input_origin(p, number))->outside;
}

static value draw_input(goal_sampler *x, uint32_t number, sort s) {
    if (!is_free(x, number)) return value_default(x->pool, s);
    if (!x->steady) return draw(&x->drawer, x->pool, s, x->style);
    if (number >= x->held.size) vec_resize(&x->held, number + 1);
    value *held = &x->held.data[number];
    if (!same_sort(held->sort, s)) *held = draw(&x->drawer, x->pool, s, x->style);
    return *held;
}

static value next_input(void *context, uint32_t number, sort s) {
    goal_sampler *x = context;
    struct input_value v = {number, {{0}, 0}};
    uint32_t at = x->log.items.size;
    if (at < x->shared && x->prefix->items.data[at].input == number &&
        same_sort(x->prefix->items.data[at].value.sort, s))
        v.value = value_move(x->d->marked.base->terms, x->d->pool, x->prefix->items.data[at].value,
                             x->pool);
    else v.value = draw_input(x, number, s);
    vec_push(&x->log.items, v);
    return v.value;
}

/* Half of the runs begin as one that was worth keeping, often one of the last. */
static void choose_beginning(goal_sampler *x, uint64_t run) {
    rng *r = &x->drawer.random;
    x->shared = 0;
    if (run % 2 == 0 || !x->d->tests.size) return;
    uint32_t n = x->d->tests.size, which = random_below(r, 2)
                                               ? random_below(r, n)
                                               : n - 1 - random_below(r, n < 4 ? n : 4);
    x->prefix = &x->d->tests.data[which].inputs;
    x->shared = x->prefix->items.size ? random_below(r, x->prefix->items.size + 1) : 0;
    if (random_below(r, 2)) x->shared = x->prefix->items.size;
}

typedef struct {
    input_queue *queue;
} given;

static value next_given(void *context, uint32_t in, sort s) {
    return input_queue_next(((given *)context)->queue, in, s);
}

/* The last thing that the run passes at all: a test that ends there shows more. Not where it would
 * become too long. */
static uint32_t last_of_run(goal_sampler *x, uint32_t last) {
    enum { LONGEST = 400 }; /* inputs */
    if (x->log.items.size > LONGEST) return last;
    bits passed = {0};
    given g = {input_queue_new(&x->log)};
    run_options how = {.next_input = next_given,
                       .context = &g,
                       .input_pool = x->pool,
                       .max_steps = x->steps,
                       .limits = &x->d->v->limits};
    marked_run r = {.run = &how, .until = NO_MARK, .passed = &passed};
    marked_follow(&x->d->marked, &r);
    input_queue_delete(g.queue);
    bits_release(&passed);
    return r.last != NO_MARK ? r.last : last;
}

/* The inputs are all that counts, and those past the last mark do not: the whole run first, then
 * what was new in it. */
static bool confirm(goal_sampler *x, const deadcode_options *o, uint32_t last) {
    uint32_t whole = last_of_run(x, last);
    test_origin by = test_found_by(FOUND_BY_SAMPLING);
    return deadcode_confirm(x->d, o, whole, &x->log, x->pool, by) ||
           (whole != last && deadcode_confirm(x->d, o, last, &x->log, x->pool, by));
}

/* True: it passed something new, and that was confirmed. */
static bool run_once(goal_sampler *x, const deadcode_options *o, uint64_t run) {
    bits passed = {0};
    vec_clear(&x->log.items);
    vec_clear(&x->held);
    values_delete(x->pool);
    x->pool = values_new(x->d->marked.base->terms);
    x->style = (enum draw_style)(run % DRAW_STYLES);
    x->steady = run / DRAW_STYLES % 2;
    choose_beginning(x, run / (2 * DRAW_STYLES));
    run_options how = {.next_input = next_input,
                       .context = x,
                       .input_pool = x->pool,
                       .max_steps = x->steps,
                       .limits = &x->d->v->limits};
    marked_run r = {.run = &how, .ignore = &x->covered, .until = NO_MARK, .passed = &passed};
    run_result end = marked_follow(&x->d->marked, &r);
    x->cut_off |= end.end == RUN_STEPS;
    bool any = r.last != NO_MARK && confirm(x, o, r.last);
    if (any) bits_join(&x->covered, &vec_last(&x->d->tests).passed);
    else x->refused += r.last != NO_MARK;
    bits_release(&passed);
    return any;
}

static bool all_covered(const goal_sampler *x) {
    for (uint32_t i = 0; i < x->d->goals.marks.size; i++)
        if (bits_has(&x->d->marked.present, i) && !bits_has(&x->covered, i)) return false;
    return true;
}

void deadcode_sample(deadcode *d, const deadcode_options *o) {
    LOG("goal", "sample");
    goal_sampler x = {.d = d, .steps = FIRST_STEPS, .pool = values_new(d->marked.base->terms)};
    double start = clock_cpu(), last = start;
    uint32_t idle = 0;
    drawer_init(&x.drawer, d->marked.base, (uint64_t)o->verify.engine.seed);
    while (!all_covered(&x) && !budget_over(&d->v->limits)) {
        double now = clock_cpu();
        if (now - start > most_seconds || now - last > idle_seconds || x.refused > MOST_REFUSED)
            break;
        bool any = run_once(&x, o, d->runs++);
        if (any) last = clock_cpu(), deadcode_tell(d, o, true);
        idle = any ? 0 : idle + 1;
        if (idle < RUNS_EACH || !x.cut_off || x.steps >= MOST_STEPS) continue;
        x.steps *= 2;
        x.cut_off = false;
        idle = 0;
    }
    values_delete(x.pool);
    vec_release(&x.log.items);
    vec_release(&x.held);
    bits_release(&x.covered);
    drawer_release(&x.drawer);
}
