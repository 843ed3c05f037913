/* Points of a box: leaves picked, all else computed, and the evaluator of the term bank asked
 * whether it is a solution. */
#include "solver/icp/internal.h"

#include "base/log.h"

/* All nodes at one point: leaves picked, the others computed. */
static void go_to_point(icp_solver *s, uint32_t which) {
    for (uint32_t i = 0; i < s->graph.nodes.size; i++) {
        const icp_node *n = &s->graph.nodes.data[i];
        dom *d = &s->graph.doms.data[i];
        if (n->leaf && d->kind != DOM_ANY) {
            uint64_t bits = dom_pick(d, n, which, random_u64(&s->order.random));
            *d = d->kind == DOM_BOOL    ? dom_bool(bits, !bits)
                 : d->kind == DOM_FLOAT ? dom_float(span_point(span_of_bits(n->format, bits)))
                 : dom_is_number(d)
                     ? dom_number((enum dom_kind)d->kind, (int64_t)bits, (int64_t)bits)
                     : dom_word_point(n->width, bits);
        } else if (n->args) *d = icp_forward(s, i);
    }
}

static void set_model(icp_solver *s) {
    model_clear(&s->points.model);
    for (uint32_t i = 0; i < s->graph.variables.size; i++) {
        icp_variable v = s->graph.variables.data[i];
        const dom *d = &s->graph.doms.data[v.node];
        uint64_t bits = (uint64_t)d->w.slo;
        bool any = dom_is_number(d) && s->graph.nodes.data[v.node].leaf; /* a cell has values */
        if (any || dom_is_point(d, &s->graph.nodes.data[v.node], &bits))
            model_set(&s->points.model, v.var, dom_value(s, v.var, d, bits));
        else if (s->graph.nodes.data[v.node].args || !same(s->graph.nodes.data[v.node].term, v.var))
            model_set(
                &s->points.model, v.var,
                term_eval(s->points.eval, &s->points.model, s->graph.nodes.data[v.node].term));
    }
}

static bool assumptions_possible(const icp_solver *s) {
    for (uint32_t i = 0; i < s->assumed.size; i++) {
        icp_literal l = s->assumed.data[i].literal;
        if (literal_status(&s->graph.doms.data[l.node], &s->graph.nodes.data[l.node], l) == FAILS)
            return false;
    }
    for (uint32_t i = 0; i < s->graph.roots.size; i++) {
        uint32_t node = s->graph.roots.data[i];
        if (dom_meet(&s->graph.doms.data[node], &s->graph.ground.data[node],
                     s->graph.nodes.data[node].width)
                .empty)
            return false;
    }
    return true;
}

static bool model_holds(icp_solver *s) {
    for (uint32_t i = 0; i < s->base.stack.asserted.size; i++)
        if (!term_holds(s->points.eval, &s->points.model, s->base.stack.asserted.data[i]))
            return false;
    for (uint32_t i = 0; i < s->base.assumed.size; i++)
        if (!term_holds(s->points.eval, &s->points.model, s->base.assumed.data[i])) return false;
    return true;
}

bool icp_try_point(icp_solver *s, uint32_t which) {
    LOG("icp", "try point %u", which);
    vec_clear(&s->points.box);
    vec_append(&s->points.box, s->graph.doms.data, s->graph.doms.size);
    go_to_point(s, which);
    bool good = assumptions_possible(s);
    if (good) set_model(s);
    if (s->graph.doms.size)
        memcpy(s->graph.doms.data, s->points.box.data,
               s->graph.doms.size * sizeof *s->graph.doms.data);
    return good && model_holds(s);
}
