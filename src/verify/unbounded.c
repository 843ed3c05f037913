/* Lists and trees of any size: the model with a limited number of objects has no proof about them,
 * so one without a limit is tried. */
#include "verify/verify.h"

#include <string.h>

static bool has_limit(const program *p, const char *name) {
    for (uint32_t i = 0; i < p->properties.size; i++)
        if (p->properties.data[i].kind == PROPERTY_LIMIT &&
            !strcmp(program_text(p, p->properties.data[i].name), name))
            return true;
    return false;
}

/* The engine gives up within a second where runs reach an error or make few objects: the usual
 * model does for these. Larger programs have more variables than it can make guesses about. */
enum { NODES_SECONDS = 30, NODES_LOCATIONS = 1500 };

static double seconds_for(const verification *v) {
    double most = NODES_SECONDS;
    if (v->limits.deadline && most > budget_left(&v->limits) * 0.6)
        most = budget_left(&v->limits) * 0.6;
    return most;
}

void verify_unbounded(const verify_options *o, verification *v) {
    bool large = v->unreduced->locations.size > NODES_LOCATIONS;
    bool chosen = o->witness || o->engine_name || o->load.heap_instances || o->load.heap_unbounded;
    if (chosen || large || !has_limit(v->unreduced, "heap") ||
        has_limit(v->unreduced, "recursion") || budget_over(&v->limits))
        return;
    verify_options with = *o;
    verification next;
    with.load.heap_unbounded = true;
    with.engine_name = "heap";
    with.seconds = seconds_for(v);
    if (verify_prepare(&with, 0, &next)) verify_prepared(&with, &next);
    bool decided = next.verdict == VERDICT_TRUE;
    verification_release(decided ? v : &next);
    if (decided) *v = next;
}
