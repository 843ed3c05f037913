/* Tables: elements of constant arrays. */
#include "solver/icp/internal.h"

static value array_value(icp_solver *s, term array) {
    uint64_t at;
    if (map_get(&s->points.array_of, array.id, &at)) return s->points.arrays.data[at];
    value v = value_of_term(s->points.pool, array);
    map_set(&s->points.array_of, array.id, s->points.arrays.size);
    vec_push(&s->points.arrays, v);
    return v;
}

static dom element(icp_solver *s, const icp_node *n, value array, value index) {
    terms *t = s->base.terms;
    value v = value_apply(s->points.pool, OP_SELECT, term_sort(t, n->term), 0, 0, 2,
                          (value[]){array, index});
    switch (s->graph.doms.data[n - s->graph.nodes.data].kind) {
    case DOM_BOOL: return dom_bool(v.bits, !v.bits);
    case DOM_FLOAT: return dom_float(span_point(span_of_bits(n->format, v.bits)));
    default: return dom_word_point(n->width, v.bits);
    }
}

dom lookup_forward(icp_solver *s, uint32_t node) {
    assert_debug(node < s->graph.nodes.size);
    terms *t = s->base.terms;
    const icp_node *n = &s->graph.nodes.data[node];
    const dom *index = arg_dom(s, n, 0);
    dom out = dom_top(t, term_sort(t, n->term));
    if (index->kind != DOM_WORD || dom_is_number(&out) || index->w.uhi - index->w.ulo >= LOOKUPS)
        return out;
    value array = array_value(s, term_arg(t, n->term, 0));
    value at = {term_sort(t, term_arg(t, n->term, 1)), 0};
    out.empty = true;
    for (uint64_t i = index->w.ulo;; i++) {
        at.bits = i;
        dom x = element(s, n, array, at);
        out = dom_join(&out, &x);
        if (i == index->w.uhi) return out;
    }
}
