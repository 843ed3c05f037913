/* Candidates from runs: how large variables of words, their sums and differences, and their growth
 * against a counter become at loop heads in some runs, rounded up to powers of two. A bound that
 * was only seen is mostly not inductive; a somewhat larger one often is. */
#include "engine/sources/sources.h"

#include "base/log.h"
#include "engine/common/draw.h"
#include "engine/common/watch.h"
#include "program/liveness.h"

/* No value here leaves 64 bits: words of 32, factors of 25, and bounds three bits wider. */
enum {
    MOST_VARIABLES = 12,
    MOST_SAMPLES = 6000,
    MOST_STEPS = 4000,
    WIDEST = 32,
    MOST_CHANGE = 1 << 24,
    SUM_WIDTH = 64
};
static const double most_seconds = 0.2; /* of CPU */

typedef struct {
    loc at;
    uint32_t run;
    int64_t value[MOST_VARIABLES];
} sample;

typedef struct {
    program *program;
    drawer drawer;
    watched_runs watched;
    term var[MOST_VARIABLES];
    uint32_t index[MOST_VARIABLES]; /* in program.variables */
    uint32_t vars;
    liveness live;
    vec(sample) samples;
} observation;

/* ---- runs ---- */

static int64_t number_of(const observation *x, const model *state, uint32_t i) {
    const value *v = model_find(state, x->var[i]);
    uint32_t unused = 64 - term_width(x->program->terms, x->var[i]);
    return v ? (int64_t)(v->bits << unused) >> unused : 0;
}

static void on_edge(void *context, edge_id e, const model *state) {
    observation *x = context;
    loc to = x->program->edges.data[e.id].to;
    if (!x->program->locations.data[to.id].cut || x->samples.size >= MOST_SAMPLES) return;
    sample s = {.at = to, .run = x->watched.runs};
    for (uint32_t i = 0; i < x->vars; i++) s.value[i] = number_of(x, state, i);
    vec_push(&x->samples, s);
}

static void run_many(observation *x, const budget *b) {
    x->watched = (watched_runs){.program = x->program,
                                .steps = MOST_STEPS,
                                .drawer = &x->drawer,
                                .on_edge = on_edge,
                                .context = x};
    double start = clock_cpu();
    while (clock_cpu() - start < most_seconds && x->samples.size < MOST_SAMPLES &&
           !budget_over(b)) {
        watched_run(&x->watched, b);
    }
}

static void choose_variables(observation *x) {
    terms *t = x->program->terms;
    for (uint32_t i = 0; i < x->program->variables.size && x->vars < MOST_VARIABLES; i++) {
        term var = x->program->variables.data[i].var;
        bool fits = sort_kind_of(t, term_sort(t, var)) == SORT_BV && term_width(t, var) >= 8 &&
                    term_width(t, var) <= WIDEST;
        if (fits) x->index[x->vars] = i, x->var[x->vars++] = var;
    }
}

/* ---- bounds ---- */

/* a + factor * b; b is absent where the factor is 0. */
typedef struct {
    uint32_t a, b;
    int64_t factor;
} observed_form;
typedef struct {
    int64_t low, high;
    uint32_t seen;
} observed_range;

static int64_t value_in(const observed_form *f, const sample *s) {
    return s->value[f->a] + (f->factor ? f->factor * s->value[f->b] : 0);
}

static void widen(observed_range *r, int64_t v) {
    if (!r->seen || v < r->low) r->low = v;
    if (!r->seen || v > r->high) r->high = v;
    r->seen++;
}

static observed_range range_of(const observation *x, loc at, const observed_form *f) {
    observed_range r = {0};
    for (uint32_t i = 0; i < x->samples.size; i++)
        if (same_loc(x->samples.data[i].at, at)) widen(&r, value_in(f, &x->samples.data[i]));
    return r;
}

/* How a variable changes from one visit of a location to the next. */
static observed_range change_of(const observation *x, loc at, uint32_t var) {
    observed_range r = {0};
    uint32_t last = UINT32_MAX;
    for (uint32_t i = 0; i < x->samples.size; i++) {
        const sample *s = &x->samples.data[i];
        if (!same_loc(s->at, at)) continue;
        if (last != UINT32_MAX && x->samples.data[last].run == s->run)
            widen(&r, s->value[var] - x->samples.data[last].value[var]);
        last = i;
    }
    return r;
}

static term form_term(const observation *x, const observed_form *f) {
    terms *t = x->program->terms;
    term a = term_sext(t, x->var[f->a], SUM_WIDTH);
    if (!f->factor) return a;
    term b = term_2(t, OP_BVMUL, term_bv(t, SUM_WIDTH, (uint64_t)f->factor),
                    term_sext(t, x->var[f->b], SUM_WIDTH));
    return term_2(t, OP_BVADD, a, b);
}

static uint64_t power_above(uint64_t x) {
    uint64_t p = 1;
    while (p < x) p *= 2;
    return p;
}

/* form <= bound (or >=), as it was seen and three times larger and larger. */
static void guess_bound(const observation *x, loc at, const observed_form *f, int64_t seen,
                        bool upper, conjuncts *out) {
    terms *t = x->program->terms;
    term sum = form_term(x, f);
    int64_t outward = upper ? seen : -seen;
    uint64_t size = power_above(outward < 0 ? 1 : (uint64_t)outward);
    int64_t bounds[] = {outward, (int64_t)size, (int64_t)size * 2, (int64_t)size * 4};
    for (uint32_t i = 0; i < sizeof bounds / sizeof *bounds; i++) {
        term c = term_bv(t, SUM_WIDTH, (uint64_t)(upper ? bounds[i] : -bounds[i]));
        conjuncts_add(out, t, at,
                      upper ? term_2(t, OP_BVSLE, sum, c) : term_2(t, OP_BVSLE, c, sum));
    }
}

static void guess_both(const observation *x, loc at, const observed_form *f, conjuncts *out) {
    observed_range r = range_of(x, at, f);
    guess_bound(x, at, f, r.low, false, out);
    guess_bound(x, at, f, r.high, true, out);
}

/* Where b counts and a changes by at least -d at a time, a + d * b does not become smaller; and
 * likewise above. */
static void guess_growth(const observation *x, loc at, uint32_t a, uint32_t b, conjuncts *out) {
    observed_range counter = change_of(x, at, b), change = change_of(x, at, a);
    bool counts =
        counter.seen && counter.low == counter.high && (counter.low == 1 || counter.low == -1);
    if (!counts || change.low == change.high || change.low < -MOST_CHANGE ||
        change.high > MOST_CHANGE)
        return;
    if (change.low < 0) {
        observed_form f = {a, b, counter.low * (int64_t)power_above((uint64_t)-change.low)};
        guess_bound(x, at, &f, range_of(x, at, &f).low, false, out);
    }
    if (change.high > 0) {
        observed_form f = {a, b, -counter.low * (int64_t)power_above((uint64_t)change.high)};
        guess_bound(x, at, &f, range_of(x, at, &f).high, true, out);
    }
}

/* What is invariant about a dead variable here need not be in the program as it was read. */
static bool is_live(const observation *x, loc at, uint32_t i) {
    return bits_has(&x->live.at.data[at.id], x->index[i]);
}

static void guess_at(const observation *x, loc at, conjuncts *out) {
    for (uint32_t a = 0; a < x->vars; a++) {
        if (!change_of(x, at, a).seen) return; /* passed once at most */
        if (!is_live(x, at, a)) continue;
        guess_both(x, at, &(observed_form){a, a, 0}, out);
        for (uint32_t b = 0; b < x->vars; b++) {
            if (a == b || !is_live(x, at, b)) continue;
            if (a < b) guess_both(x, at, &(observed_form){a, b, 1}, out);
            if (a < b) guess_both(x, at, &(observed_form){a, b, -1}, out);
            guess_growth(x, at, a, b, out);
        }
    }
}

void observe_propose(program *p, const engine_options *o, const budget *b, conjuncts *guesses) {
    LOG("sources", "observe runs of %u locations", p->locations.size);
    observation x = {.program = p};
    choose_variables(&x);
    drawer_init(&x.drawer, p, (uint64_t)o->seed);
    run_many(&x, b);
    liveness_of(p, &x.live);
    bits done = {0};
    for (uint32_t i = 0; i < x.samples.size; i++) {
        loc at = x.samples.data[i].at;
        if (bits_has(&done, at.id)) continue;
        bits_add(&done, at.id);
        guess_at(&x, at, guesses);
    }
    bits_release(&done);
    liveness_release(&x.live);
    drawer_release(&x.drawer);
    vec_release(&x.samples);
}
