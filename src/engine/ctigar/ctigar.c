#include "engine/ctigar/ctigar.h"
#include "engine/ctigar/ctigar_internal.h"

#include <string.h>

/* A refinement along a path may find nothing new where its cubes do not have all predicates: the path is spurious, but its cubes
 * say too little. Where predicates came later the search just starts again. Where cubes were lifted they keep all
 * predicates from now on, with which a spurious path always yields new ones (paper 002, Sect. 3.3). */
static void search_again(ctigar *g) {
    ic3ia *e = g->e;
    if (e->stop && !strcmp(e->stop, "refinement") && (g->outdated || !g->full)) {
        e->stop = NULL;
        g->full |= !g->outdated;
    }
    vec_clear(&g->stack);
}

/* Block one state that can take the edge into the error. */
static void block_error(ctigar *g, uint32_t number) {
    ic3ia *e = g->e;
    vec_clear(&g->stack);
    g->outdated = false;
    if (e->places.data[e->arrows.data[number].from].is_start) {
        u32_vec path = {0};
        vec_cube cubes = {0};
        cube start = {0};
        vec_push(&path, number);
        vec_push(&cubes, start);
        concretize_path(e, &path, &cubes);
        vec_release(&path);
        vec_release(&cubes);
        return;
    }
    cti s = cti_before(g, number, NULL, e->frontier, 0);
    vec_push(&g->stack, s);
    while (g->stack.size && !e->stop && e->result->verdict == VERDICT_UNKNOWN) {
        if (budget_over(e->b)) e->stop = budget_reason(e->b);
        else if (!consecution(g)) search_again(g);
    }
}

static bool strengthen_ctigar(ic3ia *e) {
    ctigar *g = e->strategy;
    g->e = e;
    for (bool clean = false; !clean;) {
        clean = true;
        for (uint32_t i = 0; i < e->arrows.size; i++) {
            if (!e->places.data[e->arrows.data[i].to].is_error) continue;
            enum answer answer = edge_query(e, &e->arrows.data[i], e->frontier, NULL, NULL);
            if (answer == ANSWER_SAT) block_error(g, i);
            if (e->stop || e->result->verdict != VERDICT_UNKNOWN) return false;
            if (answer == ANSWER_SAT) clean = false;
        }
    }
    return true;
}

void ctigar_run(program *p, const engine_options *o, const budget *b, board *board_, engine_result *result) {
    (void)board_;
    const char *why = NULL;
    ctigar g = {.lifting = solver_new(p->terms, o->solver, (solver_options){.seed = (uint32_t)o->seed}, &why)};
    if (!g.lifting) {
        engine_unknown(result, "%s", why ? why : "solver");
        return;
    }
    solver_set_budget(g.lifting, b);
    ic3ia e = {.p = p, .t = p->terms, .o = o, .b = b, .result = result, .strengthen = strengthen_ctigar, .strategy = &g};
    ic3ia_main(&e, "ctigar");
    stats_set(&result->stats, "lifting failures", (double)g.lifting_failures);
    stats_set(&result->stats, "consecution failures", (double)g.consecution_failures);
    stats_set(&result->stats, "refinements of one step", (double)g.local_refinements);
    vec_release(&g.stack);
    solver_delete(g.lifting);
}
