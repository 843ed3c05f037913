/* Goals covered by running the compiled step function. Each run that comes back is replayed on the
 * program as it was read, like any other. */
#include "goal/deadcode_internal.h"
#include "base/log.h"
#include "native/inputs.h"
#include "native/steps.h"

enum { MOST_EDGES = 100000000 }; /* of a replay: a counter of 16 bits turns after 65,536 steps */

typedef struct {
    deadcode *d;
    const native_steps *steps;
    const steps_run *run;
    uint32_t row, left; /* the row of the step at hand, and how many steps it still stands for */
    bool begun;
    values *pool;
    input_log log;
    marked_run following;
} replaying;

/* The next step begins, or the run is over. */
static void begin_step(replaying *x) {
    if (!x->begun) x->left = x->run->counts.data[0];
    x->begun = true;
    if (!x->left && x->row + 1 == x->run->counts.size) x->following.over = true;
    else if (!x->left) x->left = x->run->counts.data[++x->row];
    x->left -= x->left > 0;
}

static value next_input(void *context, uint32_t number, sort s) {
    replaying *x = context;
    uint32_t column = native_steps_column(x->steps, number);
    struct input_value v = {number, value_default(x->pool, s)};
    if (number == native_steps_first(x->steps)) begin_step(x);
    if (column != UINT32_MAX) {
        uint64_t raw = x->run->values.data[x->row * native_steps_columns(x->steps) + column];
        value given = native_value(x->d->v->terms, x->pool, s, raw);
        if (given.sort.id) v.value = given;
    }
    vec_push(&x->log.items, v);
    return v.value;
}

/* The run on the program as it was read: what it passes, and its inputs in the order in which they
 * are read. True: it covers something new. */
static bool replay(deadcode *d, const deadcode_options *o, const native_steps *steps,
                   const steps_run *run) {
    bits passed = {0}, covered = {0};
    replaying x = {.d = d, .steps = steps, .run = run, .pool = values_new(d->v->terms)};
    for (uint32_t i = 0; i < d->goals.marks.size; i++)
        if (d->goals.marks.data[i].state == STATE_COVERED) bits_add(&covered, i);
    budget limits = deadcode_limits(d, o);
    run_options how = {.next_input = next_input,
                       .context = &x,
                       .input_pool = x.pool,
                       .max_steps = MOST_EDGES,
                       .limits = &limits};
    x.following =
        (marked_run){.run = &how, .ignore = &covered, .until = NO_MARK, .passed = &passed};
    marked_follow(&d->marked, &x.following);
    uint32_t last = x.following.last;
    bool good = last != NO_MARK &&
                deadcode_confirm(d, o, last, &x.log, x.pool, test_found_by(FOUND_BY_RUNNING));
    vec_release(&x.log.items);
    values_delete(x.pool);
    bits_release(&passed);
    bits_release(&covered);
    return good;
}

/* The interpreter and the compiled program may differ in what the standard leaves open: then a run
 * shows nothing, and there is no point in more of its kind. */
static bool replay_all(deadcode *d, const deadcode_options *o, const native_steps *steps,
                       const steps_runs *runs) {
    uint32_t good = 0, tried = 0;
    double start = clock_now();
    for (uint32_t i = 0; i < runs->size && !deadcode_over(d, o); i++) {
        bool open = false;
        for (uint32_t k = 0; k < runs->data[i].marks.size; k++)
            open |= d->goals.marks.data[runs->data[i].marks.data[k]].state == STATE_OPEN;
        if (!open) continue;
        tried++;
        good += replay(d, o, steps, &runs->data[i]);
        deadcode_tell(d, o, true);
    }
    d->replay_seconds += clock_now() - start;
    return good > 0 || !tried;
}

/* A step costs as much as the program is large; of the time for everything it has a part. */
static double scaled(const deadcode *d, const deadcode_options *o, double seconds) {
    static const double least = 2, most_part = 0.25;
    enum { GOALS = 1000 };
    uint32_t n = d->goals.items.size;
    if (n > GOALS) seconds = seconds * n / GOALS;
    if (o->cpu_seconds > 0 && seconds > o->cpu_seconds * most_part)
        seconds = o->cpu_seconds * most_part;
    return seconds > least ? seconds : least;
}

void deadcode_explore(deadcode *d, const deadcode_options *o, double seconds) {
    LOG("goal", "explore for %.2f s", seconds);
    bits remaining = {0};
    steps_runs runs = {0};
    if (!d->v->from_c || !o->execute || d->not_run[0]) return;
    deadcode_remaining(d, &remaining);
    if (!d->steps && bits_count(&remaining))
        d->steps = native_steps_new(d->marked.base, &d->v->resolved, &d->v->limits, d->not_run);
    uint64_t seed = (uint64_t)o->verify.engine.seed * 1000003 + d->explored++;
    if (d->steps && bits_count(&remaining) &&
        native_steps_search(d->steps, &remaining, d->goals.marks.size, seed, scaled(d, o, seconds),
                            &runs) &&
        !replay_all(d, o, d->steps, &runs))
        snprintf(d->not_run, sizeof d->not_run, "its runs differ from those of the model");
    steps_runs_release(&runs);
    bits_release(&remaining);
}
