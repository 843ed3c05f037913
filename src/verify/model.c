#include "verify/model.h"
#include "base/log.h"
#include "verify/verify.h"

verify_model model_plain(const verify_options *o) {
    return (verify_model){.kind = MODEL_PLAIN,
                          .load = o->load,
                          .engine = o->chosen,
                          .seconds = o->seconds,
                          .patience = 4};
}

static bool plain(model_series *s) {
    s->model = model_plain(s->options);
    return true;
}

const model_source models_plain = {plain, NULL};

/* ---- larger and larger ---- */

/* Where the model was too small in recursion or heap, a larger one may not be. The user's own
 * numbers stand. */
enum {
    FIRST_DEPTH = 32,
    LAST_DEPTH = 2048,
    FIRST_INSTANCES = 24,
    LAST_INSTANCES = 400,
    GROWTH = 4
};

static bool enlarge(uint32_t *size, uint32_t chosen, uint32_t first, uint32_t last) {
    if (chosen || *size >= last) return false;
    *size = *size ? *size * GROWTH : first;
    return true;
}

bool model_enlarge(const verify_options *o, enum property_id limit, load_options *load) {
    LOG("verify", "a larger model for limit %d", (int)limit);
    if (limit == LIMIT_RECURSION)
        return enlarge(&load->choice.recursion_depth, o->load.choice.recursion_depth, FIRST_DEPTH,
                       LAST_DEPTH);
    if (limit == LIMIT_HEAP)
        return enlarge(&load->choice.heap_instances, o->load.choice.heap_instances, FIRST_INSTANCES,
                       LAST_INSTANCES);
    return false;
}

/* Where one is too large to be loaded, what the smaller model said stands. */
static bool next_larger(model_series *s, const verification *last) {
    const budget *limits = &s->plain->limits;
    if (!last->unreduced || !last->limit || budget_over(limits)) return false;
    s->model.kind = MODEL_LARGER;
    s->model.seconds = limits->deadline ? budget_left(limits) : 0;
    s->model.patience *= 2;
    return model_enlarge(s->options, last->unreduced->properties.data[last->limit - 1].id,
                         &s->model.load);
}

static bool first_larger(model_series *s) { return plain(s) && next_larger(s, s->plain); }

const model_source models_larger = {first_larger, next_larger};
