/* Dead edges: what no run from the start to an error passes.
 *
 * Exact: an edge that the start does not reach, or from which no error is reached, is on no run to
 * an error. A cut location without a run from the start gets the fact `false`; one from which no
 * error is reached needs no invariant, for all that follows it does not reach an error either. */
#include "reduce/reduce_internal.h"

static void reach(const program *p, loc from, bool backward, bits *seen, u32_vec *stack) {
    if (bits_has(seen, from)) return;
    bits_add(seen, from);
    vec_push(stack, from);
    while (stack->size) {
        loc l = vec_pop(stack);
        const edge_id *list;
        uint32_t n = backward ? program_in(p, l, &list) : program_out(p, l, &list);
        for (uint32_t i = 0; i < n; i++) {
            const edge *e = &p->edges.data[list[i]];
            loc next = backward ? e->from : e->to;
            if (bits_has(seen, next) || cmd_blocks(p, e->command)) continue;
            bits_add(seen, next);
            vec_push(stack, next);
        }
    }
}

static void note_locations(reducer *r, const bits *reached, const bits *useful) {
    for (loc l = 0; l < r->p->locations.size; l++) {
        if (!bits_has(reached, l)) {
            if (r->p->locations.data[l].cut) reduce_fact(r, l, term_false(r->p->terms));
        } else if (!bits_has(useful, l)) {
            bits_add(&r->useless, l);
        }
    }
}

/* Edges are dropped all at once and the lists made anew: taking thousands out of one list singly is
 * quadratic. */
static void drop_edges(reducer *r, const bits *reached, const bits *useful) {
    program *p = r->p;
    for (edge_id i = 0; i < p->edges.size; i++) {
        edge *e = &p->edges.data[i];
        if (e->removed) continue;
        if (bits_has(reached, e->from) && bits_has(useful, e->to) && !cmd_blocks(p, e->command))
            continue;
        e->removed = true;
        r->changed = true;
    }
    program_changed(p);
}

void reduce_prune(reducer *r) {
    program *p = r->p;
    bits reached = {0}, useful = {0};
    u32_vec stack = {0};
    reach(p, p->start, false, &reached, &stack);
    for (loc l = 0; l < p->locations.size; l++)
        if (p->locations.data[l].property && bits_has(&reached, l))
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
    program *p = r->p;
    u32_vec sink = {0};
    vec_resize(&sink, p->properties.size + 1);
    for (edge_id i = 0, n = p->edges.size; i < n; i++) {
        edge *e = &p->edges.data[i];
        uint32_t which = p->locations.data[e->to].property;
        if (e->removed || !which) continue;
        if (!sink.data[which]) sink.data[which] = e->to + 1;
        e->to = sink.data[which] - 1;
    }
    program_changed(p);
    vec_release(&sink);
}
