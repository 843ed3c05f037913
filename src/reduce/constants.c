/* Conditional constant and copy propagation across locations: equations of a variable with a
 * constant or with another variable. */
#include "reduce/equations.h"

#include "base/log.h"

static void assume_state(equation_flow *f, const edge *e) {
    const knowledge *k = &f->at.data[e->from.id];
    walker_reset(&f->w);
    for (uint32_t i = 0; i < k->of.size; i++)
        walk_know(&f->w, k->of.data[i].var, k->of.data[i].value);
}

/* The constant or the needed variable that var equals after the walk; none where there is neither.
 */
static term plain_value(equation_flow *f, const edge *e, uint32_t var) {
    const program *p = f->r->p;
    term a = walk_value(&f->w, var);
    if (term_is_const(p->terms, a)) return a;
    if (!term_is_var(p->terms, a) || same(a, p->variables.data[var].var)) return (term){0};
    uint32_t other = variable_index(p, a);
    /* the term speaks of the base: the other variable must still hold it at the end */
    bool holds = !f->w.pending.data[other].id && bits_has(&f->r->live.at.data[e->to.id], other);
    return holds ? a : (term){0};
}

void reduce_constants(reducer *r) {
    LOG("reduce", "constants");
    equation_flow f;
    equations_init(&f, r);
    f.begin = assume_state;
    f.value = plain_value;
    if (equations_solve(&f)) {
        for (loc l = {0}; l.id < r->p->locations.size; l.id++)
            if (r->p->locations.data[l.id].cut) equations_record(&f, l, NULL);
        for (edge_id i = {0}; i.id < r->p->edges.size; i.id++)
            if (!r->p->edges.data[i.id].removed)
                equations_rewrite(&f, i, &r->live.at.data[r->p->edges.data[i.id].to.id]);
    }
    equations_release(&f);
    reduce_prune(r);
}
