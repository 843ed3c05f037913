/* Dead edges: what no run from the start to an error passes.
 *
 * Exact: an edge that the start does not reach, or from which no error is reached, is on no run to
 * an error. A cut location without a run from the start gets the fact `false`; one from which no
 * error is reached needs no invariant, for all that follows it does not reach an error either. */
#include "reduce/reduce_internal.h"

#include "base/log.h"

static void reach(const program *p, loc from, bool backward, bits *seen, loc_vec *stack) {
    assert_debug(from.id < p->locations.size);
    if (bits_has(seen, from.id)) return;
    bits_add(seen, from.id);
    vec_push(stack, from);
    while (stack->size) {
        loc l = vec_pop(stack);
        const edge_id *list;
        uint32_t n = backward ? program_in(p, l, &list) : program_out(p, l, &list);
        for (uint32_t i = 0; i < n; i++) {
            const edge *e = &p->edges.data[list[i].id];
            loc next = backward ? e->from : e->to;
            if (bits_has(seen, next.id) || cmd_blocks(p, e->command)) continue;
            bits_add(seen, next.id);
            vec_push(stack, next);
        }
    }
}

static void note_locations(reducer *r, const bits *reached, const bits *useful) {
    for (loc l = {0}; l.id < r->p->locations.size; l.id++) {
        if (!bits_has(reached, l.id)) {
            if (r->p->locations.data[l.id].cut) reduce_fact(r, l, term_false(r->p->terms));
        } else if (!bits_has(useful, l.id)) {
            bits_add(&r->useless, l.id);
        }
    }
}

/* Edges are dropped all at once and the lists rebuilt: taking thousands out of one list singly is
 * quadratic. */
static void drop_edges(reducer *r, const bits *reached, const bits *useful) {
    program *p = r->p;
    for (edge_id i = {0}; i.id < p->edges.size; i.id++) {
        edge *e = &p->edges.data[i.id];
        if (e->removed) continue;
        if (bits_has(reached, e->from.id) && bits_has(useful, e->to.id) &&
            !cmd_blocks(p, e->command))
            continue;
        e->removed = true;
        r->changed = true;
    }
    program_changed(p);
}

void reduce_prune(reducer *r) {
    LOG("reduce", "prune");
    program *p = r->p;
    bits reached = {0}, useful = {0};
    loc_vec stack = {0};
    reach(p, p->start, false, &reached, &stack);
    for (loc l = {0}; l.id < p->locations.size; l.id++)
        if (p->locations.data[l.id].property && bits_has(&reached, l.id))
            reach(p, l, true, &useful, &stack);
    note_locations(r, &reached, &useful);
    drop_edges(r, &reached, &useful);
    vec_release(&stack);
    bits_release(&reached);
    bits_release(&useful);
}

/* Error sink: the errors of one property become one location. Which of them a run reaches is told
 * by its replay. */
void reduce_merge_errors(reducer *r) {
    LOG("reduce", "merge errors");
    program *p = r->p;
    u32_vec sink = {0};
    vec_resize(&sink, p->properties.size + 1);
    for (edge_id i = {0}, n = {p->edges.size}; i.id < n.id; i.id++) {
        edge *e = &p->edges.data[i.id];
        uint32_t which = p->locations.data[e->to.id].property;
        if (e->removed || !which) continue;
        if (!sink.data[which]) sink.data[which] = e->to.id + 1;
        e->to = (loc){sink.data[which] - 1};
    }
    program_changed(p);
    vec_release(&sink);
}
