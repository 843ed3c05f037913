/* The rows of Table 1 in paper 000, and the configurations of paper 001. What is ours and not the
 * papers' is off in all of them. */
#include "engine/ic3/literals/ic3cfa.h"

#include <string.h>

typedef struct {
    char name;
    int generalize, order;
    bool reuse, wep, predecessor, upper, lower, interpolate, semantic;
} config_row;

static const config_row rows[] = {
    {'A', GENERALIZE_NONE, CUBE_ORDER_ASC, 0, 0, 0, 0, 0, 0, 0},
    {'B', GENERALIZE_MULTI, CUBE_ORDER_ASC, 0, 0, 0, 0, 0, 0, 0},
    {'C', GENERALIZE_SINGLE, CUBE_ORDER_ASC, 0, 0, 0, 0, 0, 0, 0},
    {'D', GENERALIZE_SINGLE, CUBE_ORDER_DESC, 0, 0, 0, 0, 0, 0, 0},
    {'E', GENERALIZE_SINGLE, CUBE_ORDER_RANDOM, 0, 0, 0, 0, 0, 0, 0},
    {'F', GENERALIZE_SINGLE, CUBE_ORDER_ASC, 1, 0, 0, 0, 0, 0, 0},
    {'G', GENERALIZE_SINGLE, CUBE_ORDER_ASC, 1, 1, 0, 0, 0, 0, 0},
    {'H', GENERALIZE_SINGLE, CUBE_ORDER_ASC, 1, 0, 1, 0, 0, 0, 0},
    {'I', GENERALIZE_SINGLE, CUBE_ORDER_ASC, 1, 0, 0, 1, 0, 0, 0},
    {'J', GENERALIZE_SINGLE, CUBE_ORDER_ASC, 1, 0, 0, 1, 1, 0, 0},
    {'K', GENERALIZE_SINGLE, CUBE_ORDER_ASC, 1, 0, 0, 0, 0, 1, 0},
    {'L', GENERALIZE_SINGLE, CUBE_ORDER_ASC, 1, 1, 1, 1, 1, 0, 0},
    {'M', GENERALIZE_SINGLE, CUBE_ORDER_ASC, 1, 1, 1, 1, 1, 0, 1},
};

/* The configurations of paper 001, Fig. 2. Its baseline has single-edge generalization and none of
 * the improvements that it measures, reuse of obligations neither. */
static const struct {
    const char *name;
    config_row row;
} improvements[] = {
    {"none", {'A', GENERALIZE_NONE, CUBE_ORDER_ASC, 0, 0, 0, 0, 0, 0, 0}},
    {"baseline", {'C', GENERALIZE_SINGLE, CUBE_ORDER_ASC, 0, 0, 0, 0, 0, 0, 0}},
    {"pre-cubes", {0, GENERALIZE_SINGLE, CUBE_ORDER_ASC, 0, 0, 1, 0, 0, 0, 0}},
    {"wp", {0, GENERALIZE_SINGLE, CUBE_ORDER_ASC, 0, 1, 0, 0, 0, 0, 0}},
    {"upper", {0, GENERALIZE_SINGLE, CUBE_ORDER_ASC, 0, 0, 0, 1, 0, 0, 0}},
    {"lower", {0, GENERALIZE_SINGLE, CUBE_ORDER_ASC, 0, 0, 0, 1, 1, 0, 0}},
    {"all", {0, GENERALIZE_SINGLE, CUBE_ORDER_ASC, 0, 1, 1, 1, 1, 0, 0}},
};

static void paper_only(engine_options *o) {
    o->ic3_split = true;
    o->ic3_skip = true;
    o->ic3_cores = o->ic3_relative = o->ic3_push_lemmas = o->ic3_push_obligations = false;
    o->ic3_weaken = o->ic3_activity = o->ic3_enrich = o->ic3_guide = o->ic3_infinity =
        o->ic3_region = o->ic3_plain = false;
    o->ic3_literal_size = 0;
    o->ic3_facts = false;
}

static void configure(engine_options *o, const config_row *r) {
    paper_only(o);
    /* Alg. 3: without generalization, self-loops have the negated cube as premise (query 17). */
    o->ic3_relative = r->generalize == GENERALIZE_NONE;
    o->generalize = r->generalize;
    o->cube_order = r->order;
    o->obligation_reuse = r->reuse;
    o->ic3_wp_for_inductivity = r->wep;
    o->ic3_predecessor_cubes = r->predecessor;
    o->ic3_caching = r->upper;
    o->ic3_caching_lower = r->lower;
    o->ic3_interpolate = r->interpolate;
    o->ic3_block_semantic = r->semantic;
}

bool ic3cfa_configure(engine_options *o, const char *name) {
    if (!strncmp(name, "paper-001-", 10)) {
        for (uint32_t i = 0; i < sizeof improvements / sizeof *improvements; i++)
            if (!strcmp(name + 10, improvements[i].name))
                return configure(o, &improvements[i].row), true;
        return false;
    }
    if (!strncmp(name, "paper-000-", 10)) name += 10;
    for (uint32_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (name[0] == rows[i].name && !name[1]) return configure(o, &rows[i]), true;
    return false;
}

const char *ic3cfa_conflict(const engine_options *o) {
    if (o->generalize == GENERALIZE_SINGLE) return NULL;
    if (o->ic3_caching)
        return "--ic3-generalization-caching is of one edge: it needs --ic3-generalize single";
    if (o->ic3_caching_lower)
        return "--ic3-generalization-caching-lower-bounds is of one edge: it needs "
               "--ic3-generalize single";
    if (o->ic3_predecessor_cubes)
        return "--ic3-generalization-from-predecessor-frame is of one edge: it needs "
               "--ic3-generalize single";
    return NULL;
}
