#include "goal/state_bounds.h"
#include "base/log.h"
#include "engine/portfolio/engines.h"
#include "goal/question.h"
#include "program/liveness.h"

enum { MOST_RUN_STEPS = 200000 };
static const double replay_seconds = 1; /* of CPU, for all tests */
/* Variables that are exact in a question about a bound: a chain of limiters, then more. */
static const uint32_t nearness[] = {16, 80};
static const double turn = 0.1; /* CPU seconds of each engine: boxes are found at once, or not */

/* Values as signed and as unsigned numbers; whichever spans less is what is tried. */
typedef struct {
    int64_t low, high;
    uint64_t least, most;
} hull;

typedef struct {
    deadcode *d;
    const deadcode_options *o;
    double wall, cpu;  /* the end */
    loc head;          /* where a step begins */
    u32_vec variables; /* that live there */
    vec(hull) seen;    /* by position in `variables` */
    u32_vec marks;     /* likewise; NO_MARK: none yet */
    uint64_t visits;   /* of the head, in all runs */
    u64_vec first,
        last; /* by location: when it was passed in the longest run; while the head is looked for */
    uint64_t now;
} bounding;

/* ---- what runs show ---- */

typedef struct {
    bounding *x;
    input_queue *queue;
} bound_replay;

static value next_given(void *context, uint32_t in, sort s) {
    return input_queue_next(((bound_replay *)context)->queue, in, s);
}

/* Replay a test, and see each edge. */
static void replay(bounding *x, const goal_test *t,
                   void (*on_edge)(void *, edge_id, const model *)) {
    bound_replay g = {x, input_queue_new(&t->inputs)};
    run_options how = {.next_input = next_given,
                       .on_edge = on_edge,
                       .context = &g,
                       .input_pool = x->d->pool,
                       .max_steps = MOST_RUN_STEPS,
                       .limits = &x->d->v->limits};
    program_run(x->d->marked.base, &t->initial, &how, NULL);
    input_queue_delete(g.queue);
}

static void note_time(void *context, edge_id e, const model *state) {
    bounding *x = ((bound_replay *)context)->x;
    uint32_t to = x->d->marked.base->edges.data[e.id].to.id;
    (void)state;
    x->now++;
    if (!x->first.data[to]) x->first.data[to] = x->now;
    x->last.data[to] = x->now;
}

/* Of the loop heads that are still passed in the last half of the run the one that is passed first. */
static bool find_head(bounding *x) {
    const program *p = x->d->marked.base;
    const goal_test *longest = &x->d->tests.data[0];
    for (uint32_t i = 1; i < x->d->tests.size; i++)
        if (x->d->tests.data[i].inputs.items.size > longest->inputs.items.size)
            longest = &x->d->tests.data[i];
    vec_resize(&x->first, p->locations.size);
    vec_resize(&x->last, p->locations.size);
    replay(x, longest, note_time);
    x->head = NO_LOC;
    for (loc l = {0}; l.id < p->locations.size; l.id++)
        if (p->locations.data[l.id].cut && x->last.data[l.id] > x->now / 2 &&
            (same_loc(x->head, NO_LOC) || x->first.data[l.id] < x->first.data[x->head.id]))
            x->head = l;
    return !same_loc(x->head, NO_LOC);
}

static uint32_t width_of(const bounding *x, uint32_t i) {
    const program *p = x->d->marked.base;
    return term_width(p->terms, p->variables.data[x->variables.data[i]].var);
}

static void choose_variables(bounding *x) {
    program *p = x->d->marked.base;
    liveness live;
    liveness_of(p, &live);
    for (uint32_t i = 0; i < p->variables.size; i++) {
        sort s = term_sort(p->terms, p->variables.data[i].var);
        if (!bits_has(&live.at.data[x->head.id], i) || sort_kind_of(p->terms, s) != SORT_BV)
            continue;
        uint32_t width = term_width(p->terms, p->variables.data[i].var);
        if (width < 8 || width > 64) continue;
        vec_push(&x->variables, i);
        vec_push(&x->seen, ((hull){INT64_MAX, INT64_MIN, UINT64_MAX, 0}));
        vec_push(&x->marks, NO_MARK);
    }
    liveness_release(&live);
}

static void see(hull *h, uint64_t word, uint32_t width) {
    int64_t number = (int64_t)(word << (64 - width)) >> (64 - width);
    if (number < h->low) h->low = number;
    if (number > h->high) h->high = number;
    if (word < h->least) h->least = word;
    if (word > h->most) h->most = word;
}

static void note_state(void *context, edge_id e, const model *state) {
    bounding *x = ((bound_replay *)context)->x;
    const program *p = x->d->marked.base;
    if (!same_loc(p->edges.data[e.id].to, x->head)) return;
    x->visits++;
    for (uint32_t i = 0; i < x->variables.size; i++) {
        const value *v = model_find(state, p->variables.data[x->variables.data[i]].var);
        see(&x->seen.data[i], v ? v->bits : 0, width_of(x, i));
    }
}

/* ---- what may hold ---- */

static uint64_t magnitude(int64_t a) { return a < 0 ? -(uint64_t)a : (uint64_t)a; }

/* Wider and wider: as it was seen; as far to both sides; to the next power of two. False: there is no such bound, or it
 * says nothing. */
static bool widen(const hull *h, uint32_t width, uint32_t how, hull *out) {
    uint64_t largest =
                 magnitude(h->low) > magnitude(h->high) ? magnitude(h->low) : magnitude(h->high),
             size = 1;
    *out = *h;
    if (!how) return true;
    if (how == 1 && (h->low >= 0 || magnitude(h->low) == magnitude(h->high))) return false;
    if (how > 2 || largest > INT64_MAX / 4) return false;
    while (how == 2 && size < largest) size *= 2;
    out->low = h->low < 0 ? -(int64_t)(how == 1 ? largest : size) : 0;
    out->high = (int64_t)(how == 1 ? largest : size);
    return width == 64 || (uint64_t)out->high < 1ull << (width - 1);
}

/* It had a value outside. */
static term outside(const bounding *x, uint32_t i, const hull *h) {
    terms *t = x->d->marked.base->terms;
    term var = x->d->marked.base->variables.data[x->variables.data[i]].var;
    uint32_t width = width_of(x, i);
    bool is_signed =
        h->high >= h->low && (uint64_t)h->high - (uint64_t)h->low <= h->most - h->least;
    enum op le = is_signed ? OP_BVSLE : OP_BVULE;
    term low = term_bv(t, width, is_signed ? (uint64_t)h->low : h->least);
    term high = term_bv(t, width, is_signed ? (uint64_t)h->high : h->most);
    return term_not(t, term_and(t, term_2(t, le, low, var), term_2(t, le, var, high)));
}

/* ---- asking ---- */

static bool is_over(const bounding *x) {
    return deadcode_over(x->d, x->o) || (x->wall > 0 && clock_now() > x->wall) ||
           (x->cpu > 0 && clock_cpu_all() > x->cpu);
}

/* True: no run is outside, checked. */
static enum outcome ask(bounding *x, uint32_t mark_id, uint32_t near) {
    bits only = {0};
    question q;
    bits_add(&only, mark_id);
    question_init(&q, x->d, x->o, &only, near, true, 20);
    q.v.model.proofs_only = true; /* a run would only say that the bound is too narrow */
    q.turn = turn;
    q.team = &engine_teams[TEAM_BOXES];
    question_ask(&q);
    enum outcome came = question_conclude(&q);
    if (came == CLOSED) question_spread(&q);
    question_release(&q);
    bits_release(&only);
    return came;
}

static bool try_bound(bounding *x, uint32_t i, const hull *h) {
    deadcode *d = x->d;
    term when = outside(x, i, h);
    if (term_is_false(d->marked.base->terms, when)) return false;
    if (x->marks.data[i] == NO_MARK) {
        vec_push(&d->goals.marks,
                 ((mark){.state = STATE_OPEN, .test = NO_TEST, .proof = UINT32_MAX}));
        x->marks.data[i] = d->goals.marks.size - 1;
    }
    marked_add(&d->marked, x->head, x->marks.data[i], when);
    enum outcome came = REFUTED;
    for (uint32_t k = 0; k < sizeof nearness / sizeof *nearness && came == REFUTED && !is_over(x);
         k++)
        came = ask(x, x->marks.data[i], nearness[k]);
    if (came != CLOSED) marked_drop(&d->marked, x->marks.data[i]);
    return came == CLOSED;
}

/* The narrowest first; one that failed may hold where others were proved since. */
static uint32_t ask_all(bounding *x) {
    uint32_t proved = 0;
    bits done = {0};
    for (uint32_t how = 0; how < 3; how++)
        for (uint32_t i = 0; i < x->variables.size && !is_over(x); i++) {
            hull h;
            if (bits_has(&done, i) || !widen(&x->seen.data[i], width_of(x, i), how, &h) ||
                !try_bound(x, i, &h))
                continue;
            bits_add(&done, i);
            proved++;
        }
    bits_release(&done);
    return proved;
}

uint32_t deadcode_bound_states(deadcode *d, const deadcode_options *o, double wall, double cpu) {
    LOG("goal", "bound the state of steps");
    bounding x = {.d = d, .o = o, .wall = wall, .cpu = cpu};
    uint32_t proved = 0;
    double start = clock_cpu();
    if (d->tests.size && find_head(&x)) {
        choose_variables(&x);
        for (uint32_t i = 0; i < d->tests.size && clock_cpu() - start < replay_seconds; i++)
            replay(&x, &d->tests.data[i], note_state);
        if (x.visits > 1) proved = ask_all(&x);
    }
    LOG("goal", "%u bounds of %u variables", proved, x.variables.size);
    vec_release(&x.variables);
    vec_release(&x.seen);
    vec_release(&x.marks);
    vec_release(&x.first);
    vec_release(&x.last);
    return proved;
}
