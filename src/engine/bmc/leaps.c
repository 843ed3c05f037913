/* Many rounds of a counting loop in one step: bmc of the accelerated program. */
#include "base/fail.h"
#include "base/log.h"
#include "engine/engine.h"
#include "reduce/accelerate.h"

/* Rounds that are written out in a trace: more, and each leap is one round in it. The inputs are
 * complete anyway, and for a program without choices of its own they say all. */
enum { MOST_ROUNDS = 100000 };

/* ---- from the accelerated program back ---- */

typedef struct {
    const acceleration *from;
    engine_result *result;
    trace leaping; /* what the search found */
    uint32_t next; /* input that was not yet copied */
} leap_expansion;

static const leap *leap_of(const acceleration *a, edge_id e) {
    for (uint32_t i = 0; i < a->leaps.size; i++)
        if (same_edge(a->leaps.data[i].edge, e)) return &a->leaps.data[i];
    return NULL;
}

/* Inputs up to the next count, which is left in `next`. */
static void copy_inputs(leap_expansion *x) {
    const input_log *log = &x->leaping.inputs;
    for (; x->next < log->items.size && log->items.data[x->next].input != x->from->count_input;
         x->next++)
        vec_push(&x->result->trace.inputs.items, log->items.data[x->next]);
}

static uint64_t rounds_at(const leap_expansion *x, uint32_t item) {
    const struct input_value *v = &x->leaping.inputs.items.data[item];
    uint64_t count = 0;
    bool word = v->input == x->from->count_input && value_u64(x->result->pool, v->value, &count);
    require(word, "a leap without its count");
    return count + 1;
}

/* All rounds of all leaps; UINT64_MAX where they are more. */
static uint64_t all_rounds(const leap_expansion *x) {
    uint64_t all = 0;
    for (uint32_t i = 0; i < x->leaping.inputs.items.size; i++) {
        if (x->leaping.inputs.items.data[i].input != x->from->count_input) continue;
        uint64_t rounds = rounds_at(x, i);
        all = rounds && all + rounds >= all ? all + rounds : UINT64_MAX;
    }
    return all;
}

static void repeat(leap_expansion *x, const leap *l, bool written_out) {
    uint64_t rounds = rounds_at(x, x->next++);
    uint32_t first = x->next;
    for (uint64_t i = 0; i < (written_out ? rounds : 1); i++)
        vec_push(&x->result->trace.edges, l->round);
    for (uint64_t i = 0; i < rounds && l->inputs; i++)
        vec_append(&x->result->trace.inputs.items, x->leaping.inputs.items.data + first, l->inputs);
    x->next = first + l->inputs;
}

/* The variables that count rounds are no part of the program. */
static void copy_initial(leap_expansion *x, const program *p) {
    model all = x->result->trace.initial;
    model_init(&x->result->trace.initial, x->result->pool);
    for (uint32_t i = 0; i < all.assigned.size; i++) {
        term var = {all.assigned.data[i]};
        if (program_variable(p, var))
            model_set(&x->result->trace.initial, var, *model_find(&all, var));
    }
    model_release(&all);
}

/* Inputs of an edge follow in the log in the order of the edges: what stands before a count belongs
 * to the edges before. */
static void expand(const program *p, const acceleration *from, engine_result *result) {
    leap_expansion x = {.from = from, .result = result, .leaping = result->trace};
    bool written_out = all_rounds(&x) <= MOST_ROUNDS;
    result->trace.edges = (__typeof__(result->trace.edges)){0};
    result->trace.inputs = (input_log){0};
    stats_set(&result->stats, "rounds leapt", (double)all_rounds(&x));
    for (uint32_t i = 0; i < x.leaping.edges.size; i++) {
        const leap *l = leap_of(from, x.leaping.edges.data[i]);
        copy_inputs(&x);
        if (l) repeat(&x, l, written_out);
        else vec_push(&result->trace.edges, x.leaping.edges.data[i]);
    }
    copy_inputs(&x);
    copy_initial(&x, p);
    vec_release(&x.leaping.edges);
    vec_release(&x.leaping.inputs.items);
}

/* The accelerated program has other segments: an unrolling of it says nothing about the number of
 * segments here. */
static void keep_proof(engine_result *result) {
    if (result->verdict != VERDICT_TRUE) return;
    engine_unknown(result, "safe, by leaps that no certificate can show");
}

static void forget_evidence(engine_result *result) {
    vec_clear(&result->invariant);
    vec_clear(&result->trace.edges);
    vec_clear(&result->trace.inputs.items);
    model_clear(&result->trace.initial);
}

void bmc_leaps_run(program *p, const engine_options *o, const budget *b, board *shared,
                   engine_result *result) {
    assert_debug(result->verdict == VERDICT_UNKNOWN);
    LOG("bmc", "%u loops may leap", p->locations.size);
    acceleration from;
    program *fast = accelerate(p, &from);
    if (fast) {
        bmc_run(fast, o, b, shared, result);
        if (result->verdict == VERDICT_FALSE) expand(p, &from, result);
        keep_proof(result);
        if (result->verdict == VERDICT_UNKNOWN) forget_evidence(result);
        program_delete(fast);
    } else engine_unknown(result, "no loop that only counts");
    stats_set(&result->stats, "leaps", from.leaps.size);
    acceleration_release(&from);
    result->engine = "bmc/leaps";
}
