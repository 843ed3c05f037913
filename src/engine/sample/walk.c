#include "engine/sample/walk.h"

#include "base/log.h"
#include "engine/common/cuts.h"
#include "engine/common/word_machine.h"
#include "program/liveness.h"
#include "term/range.h"

/* Ways along one edge from one state that are tried in order, and then at random; values that an
 * input is offered; bytes of all states. */
enum { MOST_WAYS = 256, RANDOM_WAYS = 32, MOST_OFFERS = 24 };
static const uint64_t most_bytes = 200u << 20;

typedef struct {
    loc at;
    uint32_t parent;
    edge_id edge;         /* from there */
    uint32_t first, read; /* its inputs */
} walk_node;

typedef struct {
    program *program;
    cuts cuts;
    const budget *budget;
    word_machine machine;
    liveness live;
    vec(walk_node) nodes;
    u64_vec words; /* of the states, by node */
    vec(struct machine_input) inputs;
    map seen;            /* keys */
    uint32_t few;        /* values that a variable may have before its key is a cell */
    vec(u64_vec) values; /* by variable: those that were seen, at most few + 1 */
    double until;        /* CPU seconds */
    uint64_t steps;
    uint32_t from; /* the state and the edge of the step at hand */
    edge_id along;
    bool found, full;
} state_walk;

/* ---- inputs ---- */

static void offer(word_machine *m, uint32_t to, uint32_t width, uint64_t number) {
    u64_vec *of = &m->offers.data[to];
    number &= bv_mask(width);
    for (uint32_t i = 0; i < of->size; i++)
        if (of->data[i] == number) return;
    if (of->size < MOST_OFFERS) vec_push(of, number);
}

/* Both ends of a cell, and where it is small all of it. */
static void offer_cell(word_machine *m, uint32_t to, uint32_t width, int64_t first, int64_t end) {
    enum { SMALL_CELL = 16 };
    offer(m, to, width, (uint64_t)first);
    offer(m, to, width, (uint64_t)end - 1);
    for (int64_t i = first + 1; i < end && (uint64_t)end - (uint64_t)first <= SMALL_CELL; i++)
        offer(m, to, width, (uint64_t)i);
}

/* Constants that it is compared with, what lies between them, and the smallest numbers. */
static void offer_for(state_walk *x, uint32_t to, uint32_t var) {
    const terms *t = x->program->terms;
    sort s = term_sort(t, x->program->variables.data[var].var);
    bool word = sort_kind_of(t, s) == SORT_BV;
    uint32_t w = sort_width(t, s), smallest = x->cuts.of.data[var].size ? 1 : 4;
    const cut_vec *cut = &x->cuts.of.data[var];
    const u64_vec *equal = &x->cuts.equal.data[var];
    for (uint32_t i = 0; i < equal->size; i++) offer(&x->machine, to, w, equal->data[i]);
    for (uint32_t i = 0; i < smallest; i++) offer(&x->machine, to, w, i);
    if (!word) return;
    offer(&x->machine, to, w, ~0ull);
    for (uint32_t i = 0; i + 1 < cut->size; i++)
        offer_cell(&x->machine, to, w, cut->data[i], cut->data[i + 1]);
    if (cut->size) offer(&x->machine, to, w, (uint64_t)vec_last(cut));
}

static void offer_inputs(state_walk *x, cmd c) {
    const program *p = x->program;
    if (cmd_kind_of(p, c) == CMD_HAVOC && cmd_input(p, c) < p->inputs.size)
        offer_for(x, cmd_input(p, c), assigned_by(&x->live, c));
    for (uint32_t i = 0; i < cmd_size(p, c); i++) offer_inputs(x, cmd_part(p, c, i));
}

/* ---- keys ---- */

/* Whether the variable still has few values, this one among them. */
static bool has_few_values(state_walk *x, uint32_t var, uint64_t number) {
    u64_vec *known = &x->values.data[var];
    if (x->few == UINT32_MAX) return true;
    if (known->size > x->few) return false;
    for (uint32_t i = 0; i < known->size; i++)
        if (known->data[i] == number) return true;
    vec_push(known, number);
    return known->size <= x->few;
}

static uint64_t key_of(state_walk *x, loc at) {
    const terms *t = x->program->terms;
    const bits *live = &x->live.at.data[at.id];
    uint64_t key = hash_mix(at.id + 1);
    for (uint32_t i = 0; i < x->machine.state.size; i++) {
        if (!bits_has(live, i)) continue;
        uint64_t number = x->machine.state.data[i];
        if (!has_few_values(x, i, number))
            number = cuts_cell(&x->cuts.of.data[i],
                               bv_signed(term_width(t, x->program->variables.data[i].var), number));
        key = hash_mix(key ^ hash_mix(number + i));
    }
    return key;
}

/* ---- the search ---- */

static void add_state(state_walk *x, loc at) {
    const word_machine *m = &x->machine;
    walk_node n = {at, x->from, x->along, x->inputs.size, m->read.size};
    vec_append(&x->inputs, m->read.data, m->read.size);
    vec_append(&x->words, m->state.data, m->state.size);
    vec_push(&x->nodes, n);
    x->full |= (uint64_t)x->words.size * sizeof *x->words.data > most_bytes;
}

static bool is_over(state_walk *x) {
    if (x->found || x->full) return true;
    return ++x->steps % 64 == 0 && (clock_cpu() > x->until || budget_over(x->budget));
}

static bool arrive(void *context) {
    state_walk *x = context;
    loc at = x->program->edges.data[x->along.id].to;
    if (program_is_limit(x->program, at)) return false;
    x->found = program_is_error(x->program, at);
    uint64_t key = x->found ? 0 : key_of(x, at);
    if (x->found || !map_get(&x->seen, key, NULL)) add_state(x, at);
    if (!x->found) map_set(&x->seen, key, 1);
    return is_over(x);
}

static void take_edge(state_walk *x) {
    word_machine *m = &x->machine;
    uint32_t size = m->state.size;
    memcpy(m->state.data, x->words.data + (size_t)x->from * size, size * sizeof *m->state.data);
    m->at_random = false;
    m->most_ways = MOST_WAYS;
    bool all = machine_step(m, x->along, arrive, x);
    m->at_random = true;
    for (uint32_t i = 0; i < RANDOM_WAYS && !all && !is_over(x); i++)
        machine_step(m, x->along, arrive, x);
}

static void search(state_walk *x) {
    map_clear(&x->seen);
    vec_clear(&x->nodes);
    vec_clear(&x->words);
    vec_clear(&x->inputs);
    for (uint32_t i = 0; i < x->values.size; i++) vec_clear(&x->values.data[i]);
    vec_clear(&x->machine.read);
    memset(x->machine.state.data, 0, x->machine.state.size * sizeof *x->machine.state.data);
    x->full = false;
    x->from = 0;
    x->along = NO_EDGE;
    add_state(x, x->program->start);
    for (; x->from < x->nodes.size && !is_over(x); x->from++) {
        const edge_id *out;
        uint32_t n = program_out(x->program, x->nodes.data[x->from].at, &out);
        for (uint32_t k = 0; k < n && !x->found; k++) {
            x->along = out[k];
            take_edge(x);
        }
    }
    LOG("states", "%u states of runs, at most %u values each", x->nodes.size, x->few);
}

/* ---- the trace ---- */

static void tell_edge(const state_walk *x, const walk_node *n, engine_result *result) {
    const program *p = x->program;
    vec_push(&result->trace.edges, n->edge);
    for (uint32_t i = 0; i < n->read; i++) {
        const struct machine_input *in = &x->inputs.data[n->first + i];
        sort s = term_sort(p->terms, p->variables.data[in->variable].var);
        struct input_value v = {in->input, {s, in->bits}};
        vec_push(&result->trace.inputs.items, v);
    }
}

static void tell(const state_walk *x, engine_result *result) {
    u32_vec way = {0};
    for (uint32_t i = x->nodes.size - 1; i; i = x->nodes.data[i].parent) vec_push(&way, i);
    while (way.size) {
        uint32_t i = vec_pop(&way);
        tell_edge(x, &x->nodes.data[i], result);
    }
    vec_release(&way);
    result->reached = vec_last(&x->nodes).at;
    result->verdict = VERDICT_FALSE;
}

static void release(state_walk *x) {
    vec_release_each(&x->values, vec_release);
    vec_release(&x->nodes);
    vec_release(&x->words);
    vec_release(&x->inputs);
    map_release(&x->seen);
    liveness_release(&x->live);
    machine_release(&x->machine);
    cuts_release(&x->cuts);
}

/* Few values first: that graph is the smallest. */
bool walk_states(program *p, const engine_options *o, double seconds, const budget *b,
                 engine_result *result) {
    static const uint32_t few[] = {4, 64, UINT32_MAX};
    enum { TIMES = sizeof few / sizeof *few };
    state_walk x = {.program = p, .budget = b};
    double start = clock_cpu();
    cuts_find(&x.cuts, p);
    liveness_of(p, &x.live);
    vec_resize(&x.values, p->variables.size);
    bool fits = machine_init(&x.machine, p, (uint64_t)o->seed);
    for (uint32_t i = 0; i < p->edges.size && fits; i++)
        if (!p->edges.data[i].removed) offer_inputs(&x, p->edges.data[i].command);
    for (uint32_t i = 0; i < TIMES && fits && !x.found; i++) {
        x.few = few[i];
        x.until = start + seconds * (i + 1) / TIMES;
        search(&x);
    }
    if (x.found) tell(&x, result);
    stats_set(&result->stats, "steps of runs", (double)x.steps);
    release(&x);
    return result->verdict == VERDICT_FALSE;
}
