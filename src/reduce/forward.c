/* Forward propagation inside edges: temporaries disappear into the terms that use them. Exact. */
#include "base/log.h"
#include "reduce/walk.h"

static cmd propagated(command_walker *w, cmd c, const bits *live) {
    program *p = w->r->p;
    cmd_vec out = {0};
    walker_reset(w);
    bool passes = walk_command(w, c, &out);
    if (passes) walk_finish(w, live, &out);
    c = passes ? cmd_seq(p, out.size, out.data) : cmd_assume(p, term_false(p->terms));
    vec_release(&out);
    return c;
}

void reduce_forward(reducer *r) {
    LOG("reduce", "forward");
    liveness_compute(&r->live);
    command_walker w;
    walker_init(&w, r);
    for (edge_id i = {0}; i.id < r->p->edges.size && !budget_over(r->limits); i.id++) {
        edge *e = &r->p->edges.data[i.id];
        if (e->removed) continue;
        cmd c = propagated(&w, e->command, &r->live.at.data[e->to.id]);
        r->changed |= c.id != e->command.id;
        e->command = c;
    }
    walker_release(&w);
}
