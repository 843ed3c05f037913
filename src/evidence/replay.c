/* A violation, run again on the unreduced program.
 *
 * C programs are deterministic but for their inputs: one run decides. Where the program itself has
 * a choice, the runs that pass the locations of the engine's trace, in its order, are tried one
 * after the other: depth first, each state once. */
#include "base/bits.h"
#include "base/log.h"
#include "base/time_limits.h"
#include "evidence/evidence.h"

#include <inttypes.h>

enum { FIRST_STEPS = 300000, SEARCH_RUNS = 20000 };
enum { SHORT_STEPS = 8, LONG_STEPS = 4096, MORE_STEPS = 8 }; /* runs are sought short ones first */

/* The locations of the trace as locations of the unreduced program. Every location that the reduced
 * program still has is visited only as the trace does. */
typedef struct {
    loc_vec sequence;
    bits marked;
    uint32_t at;
    u32_vec options; /* of the decisions of this run */
    map visited;   /* hash of where a run was and what it still has to read -> fewest steps to it */
    bool again;    /* this run has come where another has been before: it has nothing new ... */
    uint32_t made; /* ... after so many decisions */
} guide;

typedef struct {
    program *p;
    input_queue *queue;
    values *from; /* pool of the queue's values */
    evidence *e;
    guide *guide;       /* NULL: none */
    map *memory;        /* not the program's, by address: what stays as it is; NULL: nothing does */
    map held;           /* what was last read or written there, by byte */
    uint64_t otherwise; /* value of inputs that are not given */
    bool has_address;   /* the next input is read from such memory */
    uint64_t address;
    uint64_t consumed; /* hash of how many values of each input were read */
} player;

static void write_byte(player *r, uint64_t address, uint64_t byte) {
    map_set(&r->held, address, byte);
    if (r->memory) map_set(r->memory, address, byte);
}

/* The program itself writes there. */
static void play_write(player *r, value stored) {
    uint64_t raw;
    uint32_t width = sort_width(r->p->terms, stored.sort);
    if (width > 64 || !value_u64(r->e->pool, stored, &raw)) return;
    for (uint32_t i = 0; i < width / 8; i++) write_byte(r, r->address + i, raw >> 8 * i & 255);
}

static void play_before(void *context, uint32_t in, const model *state) {
    player *r = context;
    const input *x = in < r->p->inputs.size ? &r->p->inputs.data[in] : NULL;
    r->has_address = false;
    if (!x || !x->address.id) return;
    evaluator *eval = evaluator_new(r->p->terms, state->pool);
    bool outside =
        value_u64(state->pool, term_eval(eval, state, x->address), &r->address) && r->address;
    if (outside && x->stored.id)
        play_write(
            r, value_move(r->p->terms, state->pool, term_eval(eval, state, x->stored), r->e->pool));
    r->has_address = outside && !x->stored.id;
    evaluator_delete(eval);
}

/* Whether `a` is what was there before, as far as that is known; from now on it is. */
static void compare_held(player *r, value a) {
    uint32_t width = sort_is_bv(r->p->terms, a.sort) ? sort_width(r->p->terms, a.sort) : 0;
    uint64_t raw, byte;
    if (!width || width > 64 || !value_u64(r->e->pool, a, &raw)) return;
    for (uint32_t i = 0; i < (width + 7) / 8; i++) {
        r->e->unsteady |= map_get(&r->held, r->address + i, &byte) && byte != (raw >> 8 * i & 255);
        map_set(&r->held, r->address + i, raw >> 8 * i & 255);
    }
}

/* A function without a body may have changed it. */
static bool may_change_memory(const program *p, uint32_t in) {
    switch (program_input_origin(p, in)) {
    case ORIGIN_CALL:
    case ORIGIN_EFFECT:
    case ORIGIN_REACHED:
    case ORIGIN_ASSEMBLY:
    case ORIGIN_LIBRARY:
    case ORIGIN_ENVIRONMENT: return true;
    default: return false;
    }
}

/* The word that memory holds; bytes that it does not hold yet are those of `a`, from now on (the
 * lowest first: tests are run on x86 only). */
static value steady(player *r, value a) {
    uint32_t width = sort_is_bv(r->p->terms, a.sort) ? sort_width(r->p->terms, a.sort) : 0;
    uint64_t raw, held = 0;
    if (!width || width % 8 || !value_u64(r->e->pool, a, &raw)) return a;
    for (uint32_t i = 0; i < width / 8; i++) {
        uint64_t byte = map_find(r->memory, r->address + i, raw >> 8 * i & 255);
        map_set(r->memory, r->address + i, byte);
        held |= byte << 8 * i;
    }
    return value_bv(r->p->terms, width, held);
}

static void remember_read(player *r) {
    struct memory_read read = {r->e->inputs.items.size, r->address};
    vec_push(&r->e->reads, read);
}

/* Inputs that the trace does not have were of no consequence for the engine: any value, so the
 * default where nobody asks for another. */
static value not_given(player *r, uint32_t in, sort s) {
    bool nondet = origin_about(program_input_origin(r->p, in))->outside && !r->has_address;
    bool other =
        r->otherwise && nondet && sort_is_bv(r->p->terms, s) && sort_width(r->p->terms, s) <= 64;
    return other ? value_bv(r->p->terms, sort_width(r->p->terms, s), r->otherwise)
                 : value_default(r->e->pool, s);
}

static value play_input(void *context, uint32_t in, sort s) {
    player *r = context;
    value a = input_queue_next(r->queue, in, s);
    a = a.sort.id ? value_move(r->p->terms, r->from, a, r->e->pool) : not_given(r, in, s);
    if (may_change_memory(r->p, in)) map_clear(&r->held);
    /* hardware may give another value at each read of one address */
    bool held = r->has_address && program_input_origin(r->p, in) != ORIGIN_VOLATILE;
    if (held && r->memory) a = steady(r, a);
    if (held) compare_held(r, a), remember_read(r);
    struct input_value read = {in, a};
    vec_push(&r->e->inputs.items, read);
    r->consumed += hash_mix(in + 1);
    return a;
}

/* What decides how a run can go on, but for its decisions. */
static uint64_t hash_state(const player *r, loc at, const model *state) {
    uint64_t hash = hash_mix((uint64_t)at.id << 32 | r->guide->at) + r->consumed, word;
    for (uint32_t i = 0; i < state->assigned.size; i++) {
        value a = *model_find(state, (term){state->assigned.data[i]});
        if (!value_u64(state->pool, a, &word)) word = value_to_term(state->pool, a).id;
        hash += hash_mix(hash_mix(state->assigned.data[i]) + word);
    }
    return hash;
}

/* Up to the last decision that was given, a run goes where an earlier one went; past it, only new
 * ground is worth while. */
static bool been_there(player *r, loc at, const model *state) {
    guide *g = r->guide;
    if (!r->e->decisions.size || g->options.size < r->e->decisions.size) return false;
    uint64_t hash = hash_state(r, at, state), steps;
    if (map_get(&g->visited, hash, &steps) && steps <= r->e->path.size) return true;
    map_set(&g->visited, hash, r->e->path.size);
    return false;
}

/* The last edge leads to the error. */
static void play_access(player *r, loc to, const model *state) {
    term pointer = r->p->locations.data[to.id].followed;
    if (!pointer.id) return;
    evaluator *eval = evaluator_new(r->p->terms, state->pool);
    if (!value_u64(state->pool, term_eval(eval, state, pointer), &r->e->followed))
        r->e->followed = 0;
    evaluator_delete(eval);
}

static void play_edge(void *context, edge_id e, const model *state) {
    player *r = context;
    vec_push(&r->e->path, e);
    play_access(r, r->p->edges.data[e.id].to, state);
    if (!r->guide) return;
    r->guide->again = been_there(r, r->p->edges.data[e.id].to, state);
    r->guide->made = r->guide->options.size;
}

static bool play_enter(void *context, loc to) {
    guide *g = ((player *)context)->guide;
    if (g && g->again) return false;
    if (!g || !bits_has(&g->marked, to.id)) return true;
    return g->at < g->sequence.size && g->sequence.data[g->at++].id == to.id;
}

static void keep_initial(player *r, const model *initial) {
    if (initial == &r->e->initial) return;
    model_clear(&r->e->initial);
    for (uint32_t i = 0; initial && i < initial->assigned.size; i++) {
        term var = {initial->assigned.data[i]};
        model_set(&r->e->initial, var,
                  value_move(r->p->terms, initial->pool, *model_find(initial, var), r->e->pool));
    }
}

static run_result play(program *p, const input_log *inputs, values *from, const model *initial,
                       const budget *b, evidence *e, guide *g, uint64_t steps, map *memory,
                       uint64_t otherwise, bool *choices) {
    player r = {.p = p,
                .queue = input_queue_new(inputs),
                .from = from,
                .e = e,
                .guide = g,
                .memory = memory,
                .otherwise = otherwise};
    vec_clear(&e->inputs.items);
    vec_clear(&e->reads);
    vec_clear(&e->path);
    e->unsteady = false;
    e->followed = 0;
    keep_initial(&r, initial);
    run_options o = {.next_input = play_input,
                     .before_input = play_before,
                     .on_edge = play_edge,
                     .context = &r,
                     .input_pool = e->pool,
                     .limits = b,
                     .max_steps = steps};
    if (g) {
        g->at = 0;
        g->again = false;
        vec_clear(&g->options);
        o.may_enter = play_enter;
        o.decisions = &e->decisions;
        o.options = &g->options;
    }
    run_result result = program_run(p, &e->initial, &o, choices);
    input_queue_delete(r.queue);
    map_release(&r.held);
    e->reached = result.at;
    return result;
}

static void say_end(const program *p, run_result end, evidence *e) {
    static const char *const ends[] = {"", "it reaches a limit of the model", "it ends",
                                       "it does not end in time", ""};
    position at = p->locations.data[end.at.id].at;
    snprintf(e->why, sizeof e->why,
             "the replay does not reach the error: %s at location %u (%s:%u) after %llu steps",
             ends[end.end], end.at.id, program_text(p, at.file), at.line,
             (unsigned long long)end.steps);
}

static void judge_inputs(program *unreduced, run_result end, evidence *e) {
    e->level = end.end == RUN_ERROR ? EVIDENCE_REPLAYED : EVIDENCE_NONE;
    if (end.end != RUN_ERROR) say_end(unreduced, end, e);
}

void replay_inputs(program *unreduced, const input_log *inputs, const model *initial,
                   const budget *b, evidence *e) {
    LOG("evidence", "replay %u inputs", inputs->items.size);
    judge_inputs(unreduced, play(unreduced, inputs, e->pool, initial, b, e, NULL, 0, NULL, 0, NULL),
                 e);
}

/* As replay_trace, for a run that is only a candidate, in a limited number of steps. `memory` not NULL: memory that is not the
 * program's keeps what is read there first, byte by byte; it says what is there before (address ->
 * byte), and takes what is read. `otherwise`: what other inputs are that are not given. */
static void replay_guess(program *unreduced, const input_log *inputs, const model *initial,
                         const budget *b, map *memory, uint64_t otherwise, evidence *e) {
    judge_inputs(
        unreduced,
        play(unreduced, inputs, e->pool, initial, b, e, NULL, FIRST_STEPS, memory, otherwise, NULL),
        e);
}

bool replay_violates(program *p, const input_log *log, map *memory, uint64_t otherwise,
                     uint32_t broken, const budget *b, evidence *e) {
    replay_guess(p, log, &e->initial, b, memory, otherwise, e);
    return e->level == EVIDENCE_REPLAYED && p->locations.data[e->reached.id].property == broken;
}

bool replay_is_cheap(const evidence *e, const budget *b) {
    enum { LONGEST = 200000 /* edges */ };
    static const double least_seconds = 3;
    return !e->decisions.size && e->path.size < LONGEST && budget_left(b) > least_seconds;
}

/* ---- where the program has choices ---- */

static void guide_make(program *unreduced, program *reduced, const engine_result *r, guide *g) {
    *g = (guide){0};
    for (edge_id e = {0}; e.id < reduced->edges.size; e.id++) {
        const edge *x = &reduced->edges.data[e.id];
        if (x->removed) continue;
        loc to = reduced->locations.data[x->to.id].origin;
        if (to.id < unreduced->locations.size) bits_add(&g->marked, to.id);
    }
    for (uint32_t i = 0; i < r->trace.edges.size; i++)
        vec_push(
            &g->sequence,
            reduced->locations.data[reduced->edges.data[r->trace.edges.data[i].id].to.id].origin);
}

/* The next decisions in order: the last one that has another option takes it. False when all were
 * tried. */
static bool next_decisions(u32_vec *decisions, const u32_vec *options) {
    uint32_t made = decisions->size;
    vec_resize(decisions, options->size);
    for (uint32_t i = made; i < decisions->size; i++) decisions->data[i] = 0;
    while (decisions->size && vec_last(decisions) + 1 >= options->data[decisions->size - 1])
        decisions->size--;
    if (!decisions->size) return false;
    vec_last(decisions)++;
    return true;
}

/* At an error of the property that was claimed? Properties keep their numbers through reductions.
 */
static bool arrived(const program *unreduced, const program *reduced, const engine_result *r,
                    run_result end) {
    return end.end == RUN_ERROR && unreduced->locations.data[end.at.id].property ==
                                       reduced->locations.data[r->reached.id].property;
}

static run_result search_within(program *unreduced, program *reduced, const engine_result *r,
                                const budget *share, evidence *e, guide *g, uint64_t steps) {
    run_result end = {RUN_STUCK, unreduced->start, 0};
    vec_clear(&e->decisions);
    map_clear(&g->visited);
    for (uint32_t i = 0; i < SEARCH_RUNS && !budget_over(share); i++) {
        end = play(unreduced, &r->trace.inputs, r->pool, &r->trace.initial, share, e, g, steps,
                   NULL, 0, NULL);
        if (g->again) g->options.size = g->made;
        if (arrived(unreduced, reduced, r, end) || !next_decisions(&e->decisions, &g->options))
            break;
    }
    return end;
}

/* The first choice everywhere may go round a loop endlessly: longer runs come once no short one
 * arrives. */
static run_result search_runs(program *unreduced, program *reduced, const engine_result *r,
                              const budget *b, evidence *e) {
    guide g;
    guide_make(unreduced, reduced, r, &g);
    budget share = time_limited(TIME_EVIDENCE_SEARCH, *b);
    run_result end = {RUN_STEPS, unreduced->start, 0};
    uint64_t least = SHORT_STEPS + r->trace.edges.size;
    for (uint64_t steps = least;
         !arrived(unreduced, reduced, r, end) && steps < LONG_STEPS && !budget_over(&share);
         steps *= MORE_STEPS)
        end = search_within(unreduced, reduced, r, &share, e, &g, steps);
    if (!arrived(unreduced, reduced, r, end))
        end = search_within(unreduced, reduced, r, &share, e, &g, 0);
    vec_release(&g.sequence);
    vec_release(&g.options);
    bits_release(&g.marked);
    map_release(&g.visited);
    return end;
}

static void judge_end(const program *unreduced, const program *reduced, const engine_result *r,
                      run_result end, evidence *e) {
    if (end.end != RUN_ERROR) {
        say_end(unreduced, end, e);
        return;
    }
    if (arrived(unreduced, reduced, r, end)) e->level = EVIDENCE_REPLAYED;
    else
        snprintf(e->why, sizeof e->why, "the replay violates another property, at location %u",
                 end.at.id);
}

/* The first way everywhere. Where there are others and it does not end soon, it may well go round
 * for good: no patience with it. */
static run_result play_first(program *unreduced, const engine_result *r, const budget *b,
                             evidence *e) {
    const input_log *log = &r->trace.inputs;
    bool choices;
    run_result end =
        play(unreduced, log, r->pool, &r->trace.initial, b, e, NULL, LONG_STEPS, NULL, 0, &choices);
    if (end.end != RUN_STEPS || choices) return end;
    return play(unreduced, log, r->pool, &r->trace.initial, b, e, NULL, FIRST_STEPS, NULL, 0, NULL);
}

bool replay_trace_within(program *unreduced, program *reduced, const engine_result *r,
                         const budget *b, uint64_t most_steps, evidence *e) {
    assert_debug(r->verdict == VERDICT_FALSE);
    LOG("evidence", "replay a trace within %" PRIu64 " steps", most_steps);
    const input_log *log = &r->trace.inputs;
    e->level = EVIDENCE_NONE;
    run_result end = play_first(unreduced, r, b, e);
    bool many_steps = end.end == RUN_STEPS;
    if (!arrived(unreduced, reduced, r, end)) end = search_runs(unreduced, reduced, r, b, e);
    if (end.end != RUN_ERROR && many_steps) {
        vec_clear(&e->decisions);
        end =
            play(unreduced, log, r->pool, &r->trace.initial, b, e, NULL, most_steps, NULL, 0, NULL);
    }
    judge_end(unreduced, reduced, r, end, e);
    return end.end != RUN_STEPS;
}

void replay_trace(program *unreduced, program *reduced, const engine_result *r, const budget *b,
                  evidence *e) {
    assert_debug(r->verdict == VERDICT_FALSE);
    replay_trace_within(unreduced, reduced, r, b, 0, e);
}

/* The steps of a run that is not replayed are not known, and of the inputs only those that the
 * engine needed. */
void replay_claim(program *unreduced, const program *reduced, const engine_result *r, evidence *e) {
    LOG("evidence", "replay a claim");
    player to = {.p = unreduced, .from = r->pool, .e = e};
    vec_clear(&e->path);
    vec_clear(&e->decisions);
    vec_clear(&e->inputs.items);
    vec_clear(&e->reads);
    for (uint32_t i = 0; i < r->trace.inputs.items.size; i++) {
        struct input_value v = r->trace.inputs.items.data[i];
        v.value = value_move(unreduced->terms, r->pool, v.value, e->pool);
        vec_push(&e->inputs.items, v);
    }
    keep_initial(&to, &r->trace.initial);
    e->reached =
        same_loc(r->reached, NO_LOC) ? NO_LOC : reduced->locations.data[r->reached.id].origin;
}
