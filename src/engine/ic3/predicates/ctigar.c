/* The engine ctigar: IC3 guided by abstract counterexamples to induction; see cti.h for how it
 * works. */
#include "engine/ic3/predicates/cti.h"

static ctigar *of(ic3 *k) { return ((ic3ia *)k)->strategy; }

static bool predecessor(ic3 *k, uint32_t arc_id, uint32_t level, uint32_t parent) {
    if (parent == NO_OBLIGATION) of(k)->outdated = false;
    cti_queue(of(k), arc_id, parent == NO_OBLIGATION ? NULL : &k->obligations.data[parent].cube,
              level, parent);
    return true;
}

/* A refinement along a path may find nothing new where its cubes do not have all predicates: the
 * path is spurious, but its cubes say too little. Where predicates came later the search just
 * starts again. Where cubes were lifted they keep all predicates from now on, with which a spurious
 * path always yields new ones (paper 002, Sect. 3.3). */
static enum arrival arrive(ic3 *k, uint32_t id) {
    ctigar *g = of(k);
    enum arrival a = predicates_arrive(k, id);
    if (!k->stopped || !g->e->unrefined || (!g->outdated && g->full)) return a;
    g->full |= !g->outdated;
    g->e->unrefined = k->stopped = false;
    return ARRIVAL_REFINED;
}

void ctigar_run(program *p, const engine_options *o, const budget *b, board *shared,
                engine_result *result) {
    assert_debug(result->verdict == VERDICT_UNKNOWN);
    const char *why = NULL;
    ctigar g = {.lifting = solver_new(p->terms, o->solver,
                                      (solver_options){.seed = (uint32_t)o->seed}, &why)};
    if (!g.lifting) {
        engine_unknown(result, "%s", why ? why : "solver");
        return;
    }
    solver_set_budget(g.lifting, b);
    ic3_domain ctis = predicate_domain;
    ctis.name = "ctigar";
    ctis.predecessor = predecessor;
    ctis.examine = consecution;
    ctis.arrive = arrive;
    ic3ia e = {.k = ic3ia_kernel(&ctis, p, o, b, shared, result), .strategy = &g};
    g.e = &e;
    ic3ia_main(&e);
    stats_set(&result->stats, "lifting failures", (double)g.lifting_failures);
    stats_set(&result->stats, "consecution failures", (double)g.consecution_failures);
    stats_set(&result->stats, "refinements of one step", (double)g.local_refinements);
    vec_release(&g.ctis);
    solver_delete(g.lifting);
}
