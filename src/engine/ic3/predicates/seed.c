/* Facts to start from: signs, orders and equations between variables that are inductive by
 * themselves.
 *
 * Refinement finds the predicates of one path; where a proof needs x = y it may find x <= 0, x <=
 * 1, x <= 2 and so on. What guessing proves (candidates/houdini.h) is a premise of every query
 * from then on, and a part of the invariant. */
#include "base/time_limits.h"
#include "engine/ic3/predicates/predicates.h"
#include "base/log.h"
#include "engine/candidates/houdini.h"

bool seed_due(const ic3ia *e) { return e->k.o->ia_seed && !e->quantify && !e->strategy; }

void seed_run(ic3ia *e) {
    LOG("ic3ia", "seed");
    budget share = time_limited(TIME_PREDICATES_SEED, *e->k.limits);
    term_vec proven = {0};
    vec_resize(&proven, e->places.size);
    houdini(e->k.p, e->k.o, &share, NULL, &proven);
    for (loc l = {0}; l.id < e->places.size; l.id++)
        e->places.data[l.id].proven = proven.data[l.id];
    vec_release(&proven);
}
