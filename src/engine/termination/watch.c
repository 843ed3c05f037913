#include "engine/termination/watch.h"
#include "base/log.h"
#include "engine/common/draw.h"

enum { MOST_TRANSITIONS = 400, ENOUGH_PER_RUN = 24 };

void loop_watch_init(loop_watch *w, loop_set *s) {
    *w = (loop_watch){.s = s, .repeated = UINT32_MAX};
    vec_resize(&w->heads, s->items.size);
}

void loop_watch_release(loop_watch *w) {
    for (uint32_t i = 0; i < w->heads.size; i++) {
        vec_release(&w->heads.data[i].last);
        vec_release(&w->heads.data[i].before);
        vec_release(&w->heads.data[i].saved);
    }
    vec_release(&w->heads);
    vec_release(&w->now);
    vec_release(&w->numbers);
}

void loop_watch_begin(loop_watch *w) {
    w->repeated = UINT32_MAX;
    for (uint32_t i = 0; i < w->heads.size; i++) {
        w->heads.data[i].under_way = false;
        w->heads.data[i].entry = 0;
        w->heads.data[i].visits = w->heads.data[i].saved_at = w->heads.data[i].entered = 0;
    }
}

/* ---- transitions ---- */

static wide number(loop_watch *w, const feature *f, const model *state) {
    uint64_t raw = 0;
    value_u64(state->pool, term_eval(w->eval, state, f->word), &raw);
    uint32_t width = term_width(w->s->p->terms, f->word);
    bool negative = f->is_signed && raw >> (width - 1) & 1;
    return negative ? (wide)raw - ((wide)1 << width) : (wide)raw;
}

static bool is_known(const loop_facts *l, const wide *before, const wide *after) {
    uint32_t n = l->features.size;
    for (uint32_t i = 0; i < loop_transitions(l); i++)
        if (!memcmp(l->before.data + i * n, before, n * sizeof *before) &&
            !memcmp(l->after.data + i * n, after, n * sizeof *after))
            return true;
    return false;
}

static void add_transition(loop_facts *l, const wide *before, const wide *after) {
    if (is_known(l, before, after)) return;
    vec_append(&l->before, before, l->features.size);
    vec_append(&l->after, after, l->features.size);
}

static void read_features(loop_watch *w, const loop_facts *l, const model *state) {
    vec_clear(&w->numbers);
    for (uint32_t i = 0; i < l->features.size; i++)
        vec_push(&w->numbers, number(w, &l->features.data[i], state));
}

/* Where a run enters a loop, and how many rounds it stays. */
static void watch_entry(loop_watch *w, uint32_t which, bool again) {
    enum { MOST_ENTRIES = 300 };
    loop_facts *l = &w->s->items.data[which];
    head_watch *h = &w->heads.data[which];
    uint32_t stride = l->features.size + 1;
    if (again && h->entry) l->entries.data[h->entry - 1]++;
    if (again) return;
    h->entry = 0;
    if (!w->refutes && l->entries.size / stride >= MOST_ENTRIES) return;
    vec_append(&l->entries, w->numbers.data, w->numbers.size);
    vec_push(&l->entries, 0);
    h->entry = l->entries.size;
}

static void watch_transition(loop_watch *w, uint32_t which, bool again, const model *state) {
    loop_facts *l = &w->s->items.data[which];
    head_watch *h = &w->heads.data[which];
    read_features(w, l, state);
    bool few = loop_transitions(l) < MOST_TRANSITIONS &&
               (h->visits < ENOUGH_PER_RUN || !(h->visits & (h->visits - 1)));
    h->is_step = again && h->under_way && l->features.size;
    watch_entry(w, which, again);
    if (h->is_step && few) add_transition(l, h->last.data, w->numbers.data);
    wide_vec swap = h->before;
    h->before = h->last;
    h->last = swap;
    vec_clear(&h->last);
    vec_append(&h->last, w->numbers.data, w->numbers.size);
    h->under_way = true;
}

void loop_watch_end(loop_watch *w) {
    for (uint32_t i = 0; w->refutes && i < w->heads.size; i++) {
        const head_watch *h = &w->heads.data[i];
        if (h->under_way && h->is_step)
            add_transition(&w->s->items.data[i], h->before.data, h->last.data);
    }
    if (w->eval) evaluator_delete(w->eval);
    w->eval = NULL;
}

/* ---- states that come back (Brent: one state is kept, and replaced at every power of two) ---- */

static bool is_narrow(const terms *t, sort s) {
    enum sort_kind k = sort_kind_of(t, s);
    return (k == SORT_BOOL || k == SORT_BV || k == SORT_FP) && sort_width(t, s) <= 64;
}

static uint64_t name_value(const loop_watch *w, const model *state, term var) {
    const terms *t = w->s->p->terms;
    value v = model_get(state, t, var);
    return is_narrow(t, v.sort) ? v.bits : value_to_term(state->pool, v).id;
}

/* Narrow variables first: they tell most states apart. */
static bool is_saved(const loop_watch *w, const loop_facts *l, const head_watch *h,
                     const model *state) {
    const terms *t = w->s->p->terms;
    for (int narrow = 1; narrow >= 0; narrow--)
        for (uint32_t i = 0; i < l->live.size; i++)
            if (is_narrow(t, term_sort(t, l->live.data[i])) == narrow &&
                name_value(w, state, l->live.data[i]) != h->saved.data[i])
                return false;
    return true;
}

static void watch_state(loop_watch *w, uint32_t which, const model *state) {
    const loop_facts *l = &w->s->items.data[which];
    head_watch *h = &w->heads.data[which];
    h->visits++;
    if (h->saved_at && w->repeated == UINT32_MAX && is_saved(w, l, h, state)) {
        w->repeated = which;
        w->repeated_at = h->saved_at;
    }
    if (h->visits & (h->visits - 1)) return;
    vec_clear(&h->saved);
    for (uint32_t i = 0; i < l->live.size; i++)
        vec_push(&h->saved, name_value(w, state, l->live.data[i]));
    h->saved_at = h->visits;
}

void loop_watch_edge(loop_watch *w, edge_id e, const model *state) {
    const program *p = w->s->p;
    if (e.id >= p->edges.size) return;
    loc to = p->edges.data[e.id].to;
    if (!nesting_is_head(&w->s->nest, to)) return;
    uint32_t which = loops_at(w->s, to);
    if (!w->eval) w->eval = evaluator_new(p->terms, state->pool);
    if (w->s->items.data[which].endless) {
        for (uint32_t i = 0; i < w->heads.size; i++) w->heads.data[i].saved_at = 0;
        return;
    }
    bool again = nesting_inside(&w->s->nest, p->edges.data[e.id].from, to);
    watch_state(w, which, state);
    if (!again) w->heads.data[which].entered = w->heads.data[which].visits;
    watch_transition(w, which, again, state);
}

/* ---- drawn inputs ---- */

typedef struct {
    loop_watch watch;
    drawer draws;
    values *pool;
    const sample_options *how;
    input_queue *first; /* inputs that are not drawn */
    input_log *log;
    enum draw_style style;
    bool steady;   /* an input has one value in the whole run */
    u32_vec turns; /* where several edges can be taken; none: the first one */
    map given;     /* input -> 1 + index of its value in the log */
} loop_sampler;

static value draw_input(loop_sampler *x, uint32_t in, sort s) {
    const terms *t = x->watch.s->p->terms;
    uint64_t known;
    value v = {0};
    if (x->first) v = input_queue_next(x->first, in, s);
    if (v.sort.id) return value_move(t, x->how->first_pool, v, x->pool);
    if (x->steady && map_get(&x->given, in, &known)) return x->log->items.data[known - 1].value;
    return draw(&x->draws, x->pool, s, x->style);
}

static value next_input(void *context, uint32_t in, sort s) {
    loop_sampler *x = context;
    value v = draw_input(x, in, s);
    vec_push(&x->log->items, ((struct input_value){in, v}));
    map_set(&x->given, in, x->log->items.size);
    return v;
}

static void on_edge(void *context, edge_id e, const model *state) {
    loop_watch_edge(&((loop_sampler *)context)->watch, e, state);
}

/* A run has to end where a state came back: its inputs are those up to there. */
static bool may_enter(void *context, loc to) {
    (void)to;
    return ((loop_sampler *)context)->watch.repeated == UINT32_MAX;
}

static run_result sample_once(loop_sampler *x, uint64_t steps, const budget *b) {
    run_options o = {.next_input = next_input,
                     .on_edge = on_edge,
                     .context = x,
                     .input_pool = x->pool,
                     .max_steps = steps,
                     .may_enter = may_enter,
                     .decisions = x->turns.size ? &x->turns : NULL,
                     .limits = b};
    vec_clear(&x->log->items);
    map_clear(&x->given);
    if (x->how->first) x->first = input_queue_new(x->how->first);
    loop_watch_begin(&x->watch);
    run_result r = program_run(x->watch.s->p, NULL, &o, NULL);
    loop_watch_end(&x->watch);
    if (x->first) input_queue_delete(x->first);
    x->first = NULL;
    return r;
}

/* ---- long runs ---- */

/* A run again, and further: each input keeps its value. */
typedef struct {
    loop_sampler *sampler;
    input_queue *queue;
    long_run *run;
    uint64_t visits;
} rerun;

static value rerun_input(void *context, uint32_t in, sort s) {
    rerun *x = context;
    uint64_t last;
    value v = input_queue_next(x->queue, in, s);
    if (v.sort.id || !map_get(&x->sampler->given, in, &last)) return v;
    return x->run->inputs.items.data[last - 1].value;
}

static void rerun_edge(void *context, edge_id e, const model *state) {
    rerun *x = context;
    const loop_set *s = x->sampler->watch.s;
    const loop_facts *l = &s->items.data[x->run->which];
    if (!same_loc(s->p->edges.data[e.id].to, l->head) || ++x->visits != x->run->visit) return;
    for (uint32_t i = 0; i < l->live.size; i++)
        vec_push(&x->run->state,
                 value_to_term(state->pool, model_get(state, s->p->terms, l->live.data[i])));
}

/* The outermost loop that the run is in at its end; UINT32_MAX: none. */
static uint32_t loop_stayed_in(const loop_watch *w, loc end) {
    for (uint32_t i = w->s->items.size; i--;)
        if (!w->s->items.data[i].endless && w->heads.data[i].entered &&
            nesting_inside(&w->s->nest, end, w->s->items.data[i].head))
            return i;
    return UINT32_MAX;
}

static bool is_known_run(const long_run_vec *all, const long_run *r) {
    for (uint32_t i = 0; i < all->size; i++) {
        const term_vec *a = &all->data[i].state;
        if (all->data[i].which == r->which && a->size == r->state.size &&
            !memcmp(a->data, r->state.data, a->size * sizeof *a->data))
            return true;
    }
    return false;
}

/* The least or greatest number of its sort, signed or not: a loop up to such a number may not end,
 * though it does up to every other one. */
static bool is_extreme(const loop_sampler *x, value v) {
    const terms *t = x->watch.s->p->terms;
    uint64_t number;
    if (sort_kind_of(t, v.sort) != SORT_BV || !value_u64(x->pool, v, &number)) return false;
    uint32_t width = sort_width(t, v.sort);
    uint64_t all = width >= 64 ? UINT64_MAX : (1ull << width) - 1;
    return number == all || number == all >> 1 || number == all - (all >> 1);
}

static uint32_t count_extremes(const loop_sampler *x) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < x->log->items.size; i++)
        n += is_extreme(x, x->log->items.data[i].value);
    return n;
}

enum { MOST_LONG_RUNS = 6 };

/* Before those with fewer extremes, of which the last one has to go. */
static void insert_long_run(long_run_vec *all, long_run r) {
    uint32_t at = all->size;
    vec_push(all, r);
    for (; at && all->data[at - 1].extremes < r.extremes; at--) all->data[at] = all->data[at - 1];
    all->data[at] = r;
    if (all->size > MOST_LONG_RUNS) {
        long_run last = vec_pop(all);
        long_run_release(&last);
    }
}

static void keep_long_run(loop_sampler *x, loc end, const budget *b) {
    enum { STEPS = 20000 };
    long_run_vec *all = x->how->endless;
    long_run r = {.which = loop_stayed_in(&x->watch, end), .extremes = count_extremes(x)};
    bool room = all->size < MOST_LONG_RUNS || all->data[all->size - 1].extremes < r.extremes;
    if (r.which == UINT32_MAX || !room) return;
    r.visit = x->watch.heads.data[r.which].entered;
    for (uint32_t i = 0; i < x->log->items.size; i++)
        long_run_add_input(&r, x->pool, x->log->items.data[i]);
    rerun again = {.sampler = x, .queue = input_queue_new(&r.inputs), .run = &r};
    run_options o = {.next_input = rerun_input,
                     .on_edge = rerun_edge,
                     .context = &again,
                     .input_pool = x->pool,
                     .max_steps = STEPS,
                     .decisions = x->turns.size ? &x->turns : NULL,
                     .limits = b};
    run_result more = program_run(x->watch.s->p, NULL, &o, NULL);
    input_queue_delete(again.queue);
    if (more.end == RUN_STEPS && again.visits >= r.visit && !is_known_run(all, &r))
        insert_long_run(all, r);
    else long_run_release(&r);
}

static void draw_turns(loop_sampler *x) {
    enum { TURNS = 200 };
    vec_clear(&x->turns);
    for (uint32_t i = 0; i < TURNS; i++)
        vec_push(&x->turns, (uint32_t)random_below(&x->draws.random, 8));
}

static void sampler_release(loop_sampler *x) {
    loop_watch_release(&x->watch);
    drawer_release(&x->draws);
    map_release(&x->given);
    vec_release(&x->turns);
}

bool loops_sample(loop_set *s, const budget *b, const sample_options *o, values *pool,
                  input_log *log, uint32_t *which, uint64_t *visit) {
    LOG("termination", "sample %u loops", s->items.size);
    enum { RUNS = 60, SHORT = 1500, LONG = 20000, LONGEST = 3000000 };
    loop_sampler x = {.pool = pool, .log = log, .how = o};
    loop_watch_init(&x.watch, s);
    drawer_init(&x.draws, s->p, o->seed);
    for (uint32_t i = 0; i < RUNS && x.watch.repeated == UINT32_MAX && !budget_over(b); i++) {
        x.style = (enum draw_style)(i % DRAW_STYLES);
        x.steady = i / DRAW_STYLES % 2 == 0;
        if (o->wander) draw_turns(&x);
        uint64_t steps = o->first ? LONGEST : i % 10 == 9 ? LONG : SHORT;
        run_result r = sample_once(&x, steps, b);
        if (o->endless && x.steady && r.end == RUN_STEPS && x.watch.repeated == UINT32_MAX)
            keep_long_run(&x, r.at, b);
    }
    *which = x.watch.repeated;
    *visit = x.watch.repeated_at;
    sampler_release(&x);
    return *which != UINT32_MAX;
}

/* ---- drawn states ---- */

/* One round: the run ends where it comes to the head again. */
typedef struct {
    loop_sampler sampler;
    uint32_t which;
    bool back;
} scatterer;

static void scatter_edge(void *context, edge_id e, const model *state) {
    scatterer *x = context;
    loop_watch *w = &x->sampler.watch;
    loop_facts *l = &w->s->items.data[x->which];
    const edge *taken = &w->s->p->edges.data[e.id];
    if (!same_loc(taken->to, l->head) || x->back) return;
    x->back = true;
    if (!nesting_inside(&w->s->nest, taken->from, l->head)) return;
    w->eval = evaluator_new(w->s->p->terms, state->pool);
    read_features(w, l, state);
    vec_append(&l->scattered[1], w->numbers.data, w->numbers.size);
    loop_watch_end(w);
}

static bool is_under_way(void *context, loc to) {
    (void)to;
    return !((scatterer *)context)->back;
}

static value scatter_input(void *context, uint32_t in, sort s) {
    (void)in;
    loop_sampler *x = &((scatterer *)context)->sampler;
    return draw(&x->draws, x->pool, s, x->style);
}

static void scatter_once(scatterer *x, program *from_head, const budget *b) {
    enum { STEPS = 1000 };
    loop_watch *w = &x->sampler.watch;
    loop_facts *l = &w->s->items.data[x->which];
    model state;
    model_init(&state, x->sampler.pool);
    for (uint32_t i = 0; i < l->live.size; i++) {
        sort s = term_sort(w->s->p->terms, l->live.data[i]);
        model_set(&state, l->live.data[i],
                  draw(&x->sampler.draws, x->sampler.pool, s, x->sampler.style));
    }
    w->eval = evaluator_new(w->s->p->terms, x->sampler.pool);
    read_features(w, l, &state);
    loop_watch_end(w);
    vec_append(&l->scattered[0], w->numbers.data, w->numbers.size);
    run_options o = {.next_input = scatter_input,
                     .on_edge = scatter_edge,
                     .context = x,
                     .input_pool = x->sampler.pool,
                     .max_steps = STEPS,
                     .may_enter = is_under_way,
                     .decisions = &x->sampler.turns,
                     .limits = b};
    x->back = false;
    draw_turns(&x->sampler);
    program_run(from_head, &state, &o, NULL);
    l->scattered[0].size = l->scattered[1].size; /* a round, or nothing */
    model_release(&state);
}

static void scatter_loop(scatterer *x, const budget *b) {
    enum { RUNS = 800, MOST = 120 };
    const loop_set *s = x->sampler.watch.s;
    const loop_facts *l = &s->items.data[x->which];
    program *p = program_clone(s->p);
    p->start = l->head;
    p->accessed = (term){0}; /* the states that it starts in are drawn */
    program_changed(p);
    for (uint32_t i = 0; i < RUNS && l->scattered[0].size < MOST * l->features.size; i++) {
        if (budget_over(b)) break;
        x->sampler.style = i % 2 ? DRAW_SMALL : (enum draw_style)(i / 2 % DRAW_STYLES);
        scatter_once(x, p, b);
    }
    program_delete(p);
}

void loops_scatter(loop_set *s, const budget *b, uint64_t seed) {
    LOG("termination", "scatter states of %u loops", s->items.size);
    scatterer x = {.sampler.pool = values_new(s->p->terms)};
    loop_watch_init(&x.sampler.watch, s);
    drawer_init(&x.sampler.draws, s->p, seed);
    for (uint32_t i = 0; i < s->items.size; i++) {
        x.which = i;
        if (s->items.data[i].features.size) scatter_loop(&x, b);
    }
    sampler_release(&x.sampler);
    values_delete(x.sampler.pool);
}
