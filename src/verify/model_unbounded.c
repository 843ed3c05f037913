/* Lists and trees of any size: the model with a limited number of objects has no proof about them,
 * so one without a limit is tried, by the engine that is made for it. */
#include "base/time_limits.h"
#include "verify/verify.h"

/* The engine gives up within a second where runs reach an error or make few objects: the usual
 * model does for these. Larger programs have more variables than it can make guesses about. */
enum { HEAP_LOCATIONS = 1500 };

/* Nodes that several sites make are first numbered together, in the order in which they are made.
 */
static bool unbounded(model_series *s) {
    const verify_options *o = s->options;
    const program *p = s->plain->unreduced;
    bool chosen = o->witness || verify_engine_is_chosen(o) || o->load.choice.heap_instances ||
                  o->load.choice.heap;
    bool about_objects =
        program_has_property(p, LIMIT_HEAP) && !program_has_property(p, LIMIT_RECURSION);
    if (chosen || !about_objects || p->locations.size > HEAP_LOCATIONS ||
        budget_over(&s->plain->limits))
        return false;
    s->model = model_plain(o);
    s->model.kind = MODEL_UNBOUNDED;
    s->model.load.choice.heap = HEAP_BY_SIZE;
    s->model.engine = ENGINE_HEAP;
    s->model.seconds = time_for(TIME_UNBOUNDED, &s->plain->limits);
    s->model.patience = 0;
    return true;
}

/* Then each site by itself: different things can have one size. */
static bool by_site(model_series *s, const verification *last) {
    bool shared = s->model.load.choice.heap == HEAP_BY_SIZE && last->unreduced &&
                  last->unreduced->sites_share;
    if (!shared || budget_over(&s->plain->limits)) return false;
    s->model.load.choice.heap = HEAP_UNBOUNDED;
    s->model.seconds = time_for(TIME_UNBOUNDED, &s->plain->limits);
    return true;
}

const model_source models_unbounded = {unbounded, by_site};
