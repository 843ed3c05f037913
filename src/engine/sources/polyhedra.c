/* Candidates from convex polyhedra: linear inequalities between few integers at loop heads, as if
 * nothing wrapped (ai/relations.h). Nothing if there are too many variables. */
#include "engine/sources/sources.h"

#include "base/log.h"
#include "engine/ai/relations.h"

enum {
    MOST_FACTS = 60
}; /* of one location: more are of a set that is too odd to be an invariant */

static void add_facts(program *p, const relation_analysis *x, conjuncts *guesses) {
    term_vec facts = {0};
    for (loc l = {0}; l.id < p->locations.size; l.id++) {
        if (same_loc(l, p->start) || p->locations.data[l.id].property || !relations_reached(x, l))
            continue;
        vec_clear(&facts);
        relations_facts(x, l, &facts);
        for (uint32_t i = 0; facts.size <= MOST_FACTS && i < facts.size; i++)
            conjuncts_add(guesses, p->terms, l, facts.data[i]);
    }
    vec_release(&facts);
}

void polyhedra_propose(program *p, const engine_options *o, const budget *b, conjuncts *guesses) {
    (void)o;
    LOG("sources", "polyhedra of %u variables", p->variables.size);
    liveness live;
    liveness_init(&live, p);
    range_analysis *ranges = range_analysis_new(&live, *b);
    relation_analysis *x = ranges ? relations_guess(&live, ranges, *b) : NULL;
    if (x) add_facts(p, x, guesses);
    relations_delete(x);
    range_analysis_delete(ranges);
    liveness_release(&live);
}
