/* The pass of the range analysis: what it knows at cut points becomes facts, and commands are
 * simplified by what it knows before them. */
#include "base/time_limits.h"
#include "reduce/intervals.h"
#include "base/log.h"
#include "reduce/reduce_internal.h"

static void record(reducer *r, const range_analysis *a, loc l) {
    term_vec facts = {0};
    range_analysis_facts(a, l, &facts);
    for (uint32_t i = 0; i < facts.size; i++) reduce_fact(r, l, facts.data[i]);
    vec_release(&facts);
}

static void rewrite(reducer *r, range_analysis *a, edge_id i) {
    program *p = r->p;
    edge e = p->edges.data[i.id];
    cmd_vec out = {0};
    bool passes = range_analysis_reached(a, e.from);
    if (passes) {
        range_env *env = range_analysis_load(a, e.from);
        env_command(env, e.command, &out);
        passes = !env->dead;
    }
    cmd c = passes ? cmd_seq(p, out.size, out.data) : cmd_assume(p, term_false(p->terms));
    r->changed |= c.id != e.command.id;
    p->edges.data[i.id].command = c;
    vec_release(&out);
}

void reduce_intervals(reducer *r) {
    LOG("reduce", "intervals");
    range_analysis *a = range_analysis_new(&r->live, time_limited(TIME_RANGES, *r->limits));
    if (!a) return;
    for (loc l = {0}; l.id < r->p->locations.size; l.id++)
        if (r->p->locations.data[l.id].cut) record(r, a, l);
    for (edge_id i = {0}; i.id < r->p->edges.size; i.id++)
        if (!r->p->edges.data[i.id].removed) rewrite(r, a, i);
    range_analysis_delete(a);
    reduce_prune(r);
}
