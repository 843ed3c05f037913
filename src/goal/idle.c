#include "goal/idle.h"
#include "base/bits.h"

static bool is_idle(const program *p, edge_id e) {
    assert_debug(e.id < p->edges.size);
    return cmd_kind_of(p, p->edges.data[e.id].command) == CMD_SKIP;
}

/* The locations that empty edges lead to from `head`, or from which they lead there. */
static void follow_idle(const program *p, loc head, bool forward, bits *out) {
    assert_debug(head.id < p->locations.size);
    u32_vec stack = {0};
    bits_add(out, head.id);
    vec_push(&stack, head.id);
    while (stack.size) {
        loc at = {vec_pop(&stack)};
        const edge_id *edges;
        uint32_t n = forward ? program_out(p, at, &edges) : program_in(p, at, &edges);
        for (uint32_t i = 0; i < n; i++) {
            const edge *e = &p->edges.data[edges[i].id];
            uint32_t next = forward ? e->to.id : e->from.id;
            if (!is_idle(p, edges[i]) || bits_has(out, next)) continue;
            bits_add(out, next);
            vec_push(&stack, next);
        }
    }
    vec_release(&stack);
}

/* Do all edges between its locations nothing, and is it entered at its head only? */
static bool is_idle_loop(const program *p, loc head, const bits *loop) {
    assert_debug(head.id < p->locations.size);
    for (edge_id e = {0}; e.id < p->edges.size; e.id++) {
        const edge *x = &p->edges.data[e.id];
        if (x->removed || !bits_has(loop, x->to.id)) continue;
        if (bits_has(loop, x->from.id) ? !is_idle(p, e) : !same_loc(x->to, head)) return false;
    }
    return same_loc(p->start, head) || !bits_has(loop, p->start.id);
}

static bool remove_back_edges(program *p, loc head, const bits *loop) {
    assert_debug(head.id < p->locations.size);
    bool any = false;
    for (edge_id e = {0}; e.id < p->edges.size; e.id++) {
        const edge *x = &p->edges.data[e.id];
        if (x->removed || !same_loc(x->to, head) || !bits_has(loop, x->from.id)) continue;
        program_remove_edge(p, e);
        any = true;
    }
    return any;
}

static bool remove_at(program *p, loc head) {
    assert_debug(head.id < p->locations.size);
    bits loop = {0}, before = {0};
    bool removed = false;
    follow_idle(p, head, true, &loop);
    follow_idle(p, head, false, &before);
    for (uint32_t i = 0; i < p->locations.size; i++)
        if (bits_has(&loop, i) && !bits_has(&before, i)) bits_remove(&loop, i);
    if (is_idle_loop(p, head, &loop)) removed = remove_back_edges(p, head, &loop);
    if (removed) p->locations.data[head.id].cut = false;
    bits_release(&loop);
    bits_release(&before);
    return removed;
}

/* An inner loop may be one only once the loop around it is none. */
void idle_remove(program *p) {
    bool any = false;
    for (bool more = true; more;) {
        more = false;
        for (loc l = {0}; l.id < p->locations.size; l.id++)
            if (p->locations.data[l.id].cut) more |= remove_at(p, l);
        any |= more;
    }
    if (any) program_mark_cuts(p); /* a head may be that of another loop as well */
}
