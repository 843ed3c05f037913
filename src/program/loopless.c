#include "program/loopless.h"

#include "base/log.h"
#include "base/bits.h"

typedef struct {
    const program *p;
    u32_vec place; /* by location: 1 + its place in the order; 0: not reached */
} graph_order;

static void order_make(graph_order *o, const program *p) {
    loc_vec order = {0};
    *o = (graph_order){.p = p};
    program_order(p, &order);
    vec_resize(&o->place, p->locations.size);
    for (uint32_t i = 0; i < order.size; i++) o->place.data[order.data[i].id] = i + 1;
    vec_release(&order);
}

static bool ends_round(const graph_order *o, edge_id e) {
    const edge *d = &o->p->edges.data[e.id];
    return !d->removed && o->place.data[d->from.id] &&
           o->place.data[d->to.id] <= o->place.data[d->from.id];
}

static bool is_head(const graph_order *o, loc l) {
    const edge_id *in;
    for (uint32_t i = 0, n = program_in(o->p, l, &in); i < n; i++)
        if (ends_round(o, in[i])) return true;
    return false;
}

/* Locations from which a round of the loop can end. False: the start is one of them, so that a run
 * may come there without the head. */
static bool loop_body(const graph_order *o, loc head, bits *body) {
    loc_vec todo = {0};
    const edge_id *in;
    bits_add(body, head.id);
    for (uint32_t i = 0, n = program_in(o->p, head, &in); i < n; i++)
        if (ends_round(o, in[i])) vec_push(&todo, o->p->edges.data[in[i].id].from);
    while (todo.size) {
        loc l = vec_pop(&todo);
        if (bits_has(body, l.id)) continue;
        bits_add(body, l.id);
        for (uint32_t i = 0, n = program_in(o->p, l, &in); i < n; i++)
            if (o->place.data[o->p->edges.data[in[i].id].from.id])
                vec_push(&todo, o->p->edges.data[in[i].id].from);
    }
    vec_release(&todo);
    return !bits_has(body, o->p->start.id);
}

static bool assigned_in(const graph_order *o, loc head, map *seen, term_vec *vars) {
    bits body = {0};
    bool good = loop_body(o, head, &body);
    for (edge_id e = {0}; good && e.id < o->p->edges.size; e.id++) {
        const edge *d = &o->p->edges.data[e.id];
        if (!d->removed && bits_has(&body, d->from.id) && bits_has(&body, d->to.id))
            cmd_assigned(o->p, d->command, seen, vars);
    }
    bits_release(&body);
    return good;
}

bool loop_assigned(const program *p, loc head, map *seen, term_vec *vars) {
    assert_debug(head.id < p->locations.size);
    graph_order o;
    order_make(&o, p);
    bool good = assigned_in(&o, head, seen, vars);
    vec_release(&o.place);
    return good;
}

void loop_enter(program *p, loc head, term var, term value) {
    assert_debug(head.id < p->locations.size);
    graph_order o;
    cmd keep = cmd_assign(p, var, value);
    order_make(&o, p);
    for (edge_id e = {0}; e.id < p->edges.size; e.id++) {
        edge *d = &p->edges.data[e.id];
        if (d->removed || !same_loc(d->to, head) || ends_round(&o, e)) continue;
        d->command = cmd_seq(p, 2, (cmd[]){d->command, keep});
    }
    program_changed(p);
    vec_release(&o.place);
}

/* ---- the program ---- */

static loc failure(program *p) {
    loc l = program_add_location(p, (position){0});
    program_set_error(p, l, program_add_known_property(p, PROPERTY_LOOP_INVARIANT, ""));
    return l;
}

static cmd any_round(program *p, const term_vec *assigned, term invariant) {
    cmd_vec parts = {0};
    for (uint32_t i = 0; i < assigned->size; i++) {
        input in = {.origin = ORIGIN_OPEN};
        vec_push(&parts, cmd_havoc(p, assigned->data[i], program_add_input(p, in)));
    }
    vec_push(&parts, cmd_assume(p, invariant));
    cmd result = cmd_seq(p, parts.size, parts.data);
    vec_release(&parts);
    return result;
}

static void cut_loop(program *p, const graph_order *o, const term_vec *assigned, loc fails,
                     term invariant, loopless_loop *l) {
    assert_debug(fails.id < p->locations.size);
    position at = p->locations.data[l->head.id].at;
    cmd wrong = cmd_assume(p, term_not(p->terms, invariant));
    l->entered = program_add_location(p, at);
    l->round = program_add_location(p, at);
    for (edge_id e = {0}; e.id < o->p->edges.size; e.id++)
        if (same_loc(o->p->edges.data[e.id].to, l->head))
            p->edges.data[e.id].to = ends_round(o, e) ? l->round : l->entered;
    program_changed(p);
    program_add_edge(p, l->entered, fails, wrong, at);
    program_add_edge(p, l->round, fails, wrong, at);
    program_add_edge(p, l->entered, l->head, any_round(p, assigned, invariant), at);
}

static bool cut_head(program *p, const graph_order *o, loc fails, const term_vec *invariant,
                     loopless_loop *l) {
    assert_debug(fails.id < p->locations.size);
    map seen = {0};
    term_vec assigned = {0};
    bool known = l->head.id < invariant->size && invariant->data[l->head.id].id;
    bool good = assigned_in(o, l->head, &seen, &assigned);
    if (good)
        cut_loop(p, o, &assigned, fails, known ? invariant->data[l->head.id] : term_true(p->terms),
                 l);
    map_release(&seen);
    vec_release(&assigned);
    return good;
}

program *program_loopless(const program *original, const term_vec *invariant,
                          loopless_loops *loops) {
    assert_debug(!invariant || invariant->size <= original->locations.size);
    LOG("program", "without loops: %u locations", original->locations.size);
    graph_order o;
    bool good = true;
    order_make(&o, original);
    program *p = program_clone(original);
    loc fails = failure(p);
    for (loc h = {0}; h.id < original->locations.size && good; h.id++) {
        p->locations.data[h.id].cut = false;
        if (!is_head(&o, h)) continue;
        loopless_loop l = {.head = h};
        good = cut_head(p, &o, fails, invariant, &l);
        if (good && loops) vec_push(loops, l);
    }
    vec_release(&o.place);
    if (good) return p;
    program_delete(p);
    return NULL;
}
