/* Interval and known-bits analysis across locations.
 *
 * A state at each location gives a range for the variables needed there. Iteration goes in reverse
 * post-order; heads of loops are widened to the constants of the program; two descending sweeps
 * follow, and the result is kept only if a last sweep confirms that no edge leads out of it. So the
 * states at cut points are inductive. */
#include "reduce/intervals.h"
#include "base/log.h"
#include "base/fail.h"
#include "program/worklist.h"

enum { WIDEN_AFTER = 3, GIVE_UP_AFTER = 40, DESCENTS = 2 };

typedef struct {
    var_ranges of;
    bool reached;
    uint32_t changes;
} range_state;

struct range_analysis {
    liveness *live;
    range_env env;
    vec(range_state) at; /* by location */
    var_ranges arriving; /* at the end of the edge at hand */
    worklist work;
    thresholds thresholds;
    budget limits;
};

static void collect_thresholds(range_analysis *a, cmd c, term_walk *seen) {
    const program *p = a->live->p;
    enum cmd_kind k = cmd_kind_of(p, c);
    if (k == CMD_ASSIGN || k == CMD_ASSUME)
        thresholds_collect(&a->thresholds, p->terms, cmd_term(p, c), seen);
    for (uint32_t i = 0, n = cmd_size(p, c); i < n; i++)
        collect_thresholds(a, cmd_part(p, c, i), seen);
}

static void analysis_init(range_analysis *a, liveness *live, budget limits) {
    *a = (range_analysis){.live = live, .limits = limits};
    term_walk seen = {0};
    liveness_compute(live);
    env_init(&a->env, live);
    vec_resize(&a->at, live->p->locations.size);
    worklist_init(&a->work, live->p);
    for (edge_id i = {0}; i.id < live->p->edges.size; i.id++)
        if (!live->p->edges.data[i.id].removed)
            collect_thresholds(a, live->p->edges.data[i.id].command, &seen);
    thresholds_sort(&a->thresholds);
    walk_release(&seen);
}

static void load(range_analysis *a, loc l) {
    env_reset(&a->env);
    for (uint32_t i = 0; i < a->at.data[l.id].of.size; i++)
        env_set(&a->env, a->at.data[l.id].of.data[i].var, &a->at.data[l.id].of.data[i].range);
}

/* The state at the end of an edge, restricted to what is needed at `to`. */
static void store(range_analysis *a, loc to) {
    const program *p = a->live->p;
    vec_clear(&a->arriving);
    const bits *live = &a->live->at.data[to.id];
    for (uint32_t i = 0; i < live->words.size; i++)
        for (uint64_t word = live->words.data[i]; word; word &= word - 1) {
            uint32_t var = i * 64 + (uint32_t)__builtin_ctzll(word);
            const range *x = &a->env.of.data[var];
            if (x->kind != RANGE_ANY &&
                !range_is_top(p->terms, term_sort(p->terms, p->variables.data[var].var), x))
                vec_push(&a->arriving, ((var_range){var, *x}));
        }
}

typedef range (*combine)(const range_analysis *a, const range *old, const range *now);

static range combine_join(const range_analysis *a, const range *old, const range *now) {
    return range_join(a->live->p->terms, old, now);
}

static range combine_widen(const range_analysis *a, const range *old, const range *now) {
    return range_widen(a->live->p->terms, &a->thresholds, old, now);
}

static range combine_give_up(const range_analysis *a, const range *old, const range *now) {
    if (range_within(a->live->p->terms, now, old)) return *old;
    return (range){.kind = RANGE_ANY};
}

/* Merge `now` into the state; what either does not mention is any value. True if the state became
 * larger. */
static bool merge(const range_analysis *a, var_ranges *into, const var_ranges *now, combine how) {
    const program *p = a->live->p;
    uint32_t kept = 0, j = 0;
    bool grew = false;
    for (uint32_t i = 0; i < into->size; i++) {
        var_range old = into->data[i];
        while (j < now->size && now->data[j].var < old.var) j++;
        if (j == now->size || now->data[j].var != old.var) {
            grew = true;
            continue;
        }
        range x = how(a, &old.range, &now->data[j].range);
        grew |= !range_equal(&x, &old.range);
        sort s = term_sort(p->terms, p->variables.data[old.var].var);
        if (x.kind != RANGE_ANY && !range_is_top(p->terms, s, &x))
            into->data[kept++] = (var_range){old.var, x};
    }
    into->size = kept;
    return grew;
}

static void begin_state(const range_analysis *a, range_state *x) {
    x->reached = true;
    vec_append(&x->of, a->arriving.data, a->arriving.size);
}

static void arrive(range_analysis *a, loc to) {
    range_state *x = &a->at.data[to.id];
    if (!x->reached) {
        begin_state(a, x);
        bits_add(&a->work.waiting, to.id);
        return;
    }
    bool head = bits_has(&a->work.heads, to.id);
    combine how = !head || x->changes < WIDEN_AFTER ? combine_join
                  : x->changes < GIVE_UP_AFTER      ? combine_widen
                                                    : combine_give_up;
    if (merge(a, &x->of, &a->arriving, how)) {
        x->changes++;
        bits_add(&a->work.waiting, to.id);
    }
}

static void follow(range_analysis *a, edge_id i) {
    edge e = a->live->p->edges.data[i.id];
    load(a, e.from);
    env_command(&a->env, e.command, NULL);
    if (a->env.dead) return;
    store(a, e.to);
    arrive(a, e.to);
}

static bool ascend(range_analysis *a) {
    a->at.data[a->live->p->start.id].reached = true;
    bits_add(&a->work.waiting, a->live->p->start.id);
    for (loc l; worklist_take(&a->work, &l);) {
        const edge_id *out;
        uint32_t n = program_out(a->live->p, l, &out);
        for (uint32_t i = 0; i < n; i++) follow(a, out[i]);
        if (budget_over(&a->limits)) return false;
    }
    return true;
}

/* ---- descending ---- */
typedef vec(range_state) range_states;

static void places_release(range_states *v) {
    for (uint32_t i = 0; i < v->size; i++) vec_release(&v->data[i].of);
    vec_release(v);
}

/* All states again from the present ones, without widening. */
static void sweep(range_analysis *a, range_states *next) {
    const program *p = a->live->p;
    vec_resize(next, p->locations.size);
    next->data[p->start.id].reached = true;
    for (edge_id i = {0}; i.id < p->edges.size; i.id++) {
        edge e = p->edges.data[i.id];
        if (e.removed || !a->at.data[e.from.id].reached) continue;
        load(a, e.from);
        env_command(&a->env, e.command, NULL);
        if (a->env.dead) continue;
        store(a, e.to);
        range_state *x = &next->data[e.to.id];
        if (x->reached) merge(a, &x->of, &a->arriving, combine_join);
        else begin_state(a, x);
    }
}

static bool covers(const range_analysis *a, const range_state *big, const range_state *small) {
    if (!small->reached) return true;
    if (!big->reached) return false;
    for (uint32_t i = 0, j = 0; i < big->of.size; i++) {
        uint32_t var = big->of.data[i].var;
        while (j < small->of.size && small->of.data[j].var < var) j++;
        if (j == small->of.size || small->of.data[j].var != var) return false;
        if (!range_within(a->live->p->terms, &small->of.data[j].range, &big->of.data[i].range))
            return false;
    }
    return true;
}

/* No edge leads out of the present states: `after` is a sweep from them. */
static bool is_closed(const range_analysis *a, const range_states *after) {
    for (uint32_t l = 0; l < after->size; l++)
        if (!covers(a, &a->at.data[l], &after->data[l])) return false;
    return true;
}

/* A sweep that found nothing new. */
static bool is_same(const range_analysis *a, const range_states *after) {
    for (uint32_t l = 0; l < after->size; l++) {
        const range_state *x = &a->at.data[l], *y = &after->data[l];
        if (x->reached != y->reached || x->of.size != y->of.size) return false;
        for (uint32_t i = 0; i < x->of.size; i++)
            if (x->of.data[i].var != y->of.data[i].var ||
                !range_equal(&x->of.data[i].range, &y->of.data[i].range))
                return false;
    }
    return true;
}

static void swap_places(range_analysis *a, range_states *with) {
    range_states now = {a->at.data, a->at.size, a->at.capacity};
    a->at.data = with->data;
    a->at.size = with->size;
    a->at.capacity = with->capacity;
    *with = now;
}

/* Transfer functions need not be monotone to the last bit: a descent counts only if its result is
 * closed. */
static void descend(range_analysis *a) {
    range_states next = {0};
    sweep(a, &next);
    for (int i = 0; i < DESCENTS && !budget_over(&a->limits) && !is_same(a, &next); i++) {
        range_states after = {0};
        swap_places(a, &next);
        sweep(a, &after);
        bool closed = is_closed(a, &after);
        if (!closed) swap_places(a, &next);
        places_release(closed ? &next : &after);
        if (!closed) break;
        next = after;
    }
    places_release(&next);
}

range_analysis *range_analysis_new(liveness *live, budget limits) {
    assert_debug(live->p->start.id < live->p->locations.size);
    LOG("reduce", "ranges of %u variables", live->p->variables.size);
    range_analysis *a = mem_zero(sizeof *a);
    analysis_init(a, live, limits);
    if (ascend(a)) {
        descend(a);
        return a;
    }
    range_analysis_delete(a);
    return NULL;
}

void range_analysis_delete(range_analysis *a) {
    if (!a) return;
    for (uint32_t i = 0; i < a->at.size; i++) vec_release(&a->at.data[i].of);
    vec_release(&a->at);
    vec_release(&a->arriving);
    worklist_release(&a->work);
    thresholds_release(&a->thresholds);
    env_release(&a->env);
    mem_free(a);
}

bool range_analysis_reached(const range_analysis *a, loc l) {
    assert_debug(l.id != NO_LOC.id);
    return a->at.data[l.id].reached;
}
range_env *range_analysis_load(range_analysis *a, loc l) {
    assert_debug(l.id != NO_LOC.id);
    load(a, l);
    return &a->env;
}

void range_analysis_facts(const range_analysis *a, loc l, term_vec *out) {
    assert_debug(l.id != NO_LOC.id);
    const program *p = a->live->p;
    const range_state *x = &a->at.data[l.id];
    if (!x->reached) vec_push(out, term_false(p->terms));
    for (uint32_t i = 0; i < x->of.size; i++)
        vec_push(out, range_fact(p->terms, p->variables.data[x->of.data[i].var].var,
                                 &x->of.data[i].range));
}
