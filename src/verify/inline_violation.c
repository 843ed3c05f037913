/* A violation through summarized functions, told with the steps of their calls: its inputs, run on
 * a model in which calls are inlined, deeper and deeper. What the engine found stands where none of
 * these reaches as deep. */
#include "base/bits.h"
#include "base/log.h"
#include "base/time_limits.h"
#include "native/inputs.h"
#include "verify/verify_internal.h"

#include <string.h>

enum { DEEPER = 3 };

typedef struct {
    verification *inlined;
    const verification *found;
    bits used; /* inputs of the violation */
} retelling;

static const char *name_of(const program *p, uint32_t number) {
    return program_text(p, p->inputs.data[number].name);
}

/* Functions draw their inputs in the same order in both models; only the numbers differ. */
static bool next_of(retelling *x, const char *name, uint64_t *raw) {
    const evidence *e = &x->found->evidence;
    for (uint32_t i = 0; i < e->inputs.items.size; i++) {
        const struct input_value *given = &e->inputs.items.data[i];
        if (bits_has(&x->used, i) || strcmp(name_of(x->found->unreduced, given->input), name))
            continue;
        bits_add(&x->used, i);
        return value_u64(e->pool, given->value, raw);
    }
    return false;
}

static value next_input(void *context, uint32_t number, sort s) {
    retelling *x = context;
    engine_result *r = &x->inlined->result;
    value given = {0};
    uint64_t raw;
    if (next_of(x, name_of(x->inlined->unreduced, number), &raw))
        given = native_value(x->inlined->terms, r->pool, s, raw);
    if (!given.sort.id) given = value_default(r->pool, s);
    vec_push(&r->trace.inputs.items, ((struct input_value){number, given}));
    return given;
}

static run_result run(retelling *x) {
    enum { MOST_STEPS = 400000 };
    verification *v = x->inlined;
    run_options o = {.next_input = next_input,
                     .context = x,
                     .input_pool = v->result.pool,
                     .max_steps = MOST_STEPS,
                     .limits = &v->limits};
    return program_run(v->unreduced, NULL, &o, NULL);
}

static void conclude_as_found(const verify_options *o, verification *v, const verification *found) {
    engine_result *r = &v->result;
    r->verdict = VERDICT_FALSE;
    r->engine = found->result.engine;
    r->used = found->result.used;
    if (!verify_check(o, v, v->reduced, r)) return;
    verify_conclude(v);
    v->final = v->verdict == VERDICT_FALSE;
    for (int i = 0; i < STAGE_COUNT; i++) v->seconds[i] += found->seconds[i];
}

/* v->final: the model tells it. */
static enum run_end retell_by(const verify_options *o, verification *v, const verification *found) {
    retelling x = {.inlined = v, .found = found};
    if (!verify_load(o, v)) return RUN_STUCK;
    verify_reduce(o, v);
    engine_result_init(&v->result, v->terms);
    run_result end = run(&x);
    v->result.reached = end.end == RUN_ERROR ? reduced_error(v->reduced, end.at) : NO_LOC;
    if (!same_loc(v->result.reached, NO_LOC)) conclude_as_found(o, v, found);
    bits_release(&x.used);
    return end.end;
}

static bool is_due(const verification *found) {
    return found->verdict == VERDICT_FALSE && found->reduced && found->model.load.choice.calls &&
           found->evidence.pool;
}

void verify_retell(const verify_options *o, verification *found) {
    LOG("verify", "find the violation in the inlined model");
    verify_model m = model_plain(o);
    bool more = is_due(found);
    m.seconds = time_most(TIME_INLINED);
    m.load.choice.inlining = INLINE_ALL;
    for (int i = 0; i < DEEPER && more; i++) {
        verification v;
        verification_init(&v, o, &m);
        more = retell_by(o, &v, found) == RUN_LIMIT && model_enlarge(o, LIMIT_RECURSION, &m.load);
        v.limits = found->limits;
        if (v.final) verification_release(found), *found = v;
        else verification_release(&v);
    }
}
