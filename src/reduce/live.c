/* Needed variables: a variable is needed where some assumption on the way to an error may depend on
 * its value.
 *
 * This is strong liveness: the right-hand side of an assignment counts only if the assigned
 * variable is needed. Two states that agree on the needed variables of a location have the same
 * runs to errors from there. */
#include "reduce/reduce_internal.h"

bits live_set_take(reducer *r) {
    if (!r->scratch.size) return (bits){0};
    bits b = vec_pop(&r->scratch);
    bits_clear(&b);
    return b;
}

void live_set_give(reducer *r, bits *b) {
    vec_push(&r->scratch, *b);
    *b = (bits){0};
}

static void need_term(reducer *r, term a, bits *live) {
    uint32_t n;
    const uint32_t *vars = reads_of(r, a, &n);
    for (uint32_t i = 0; i < n; i++) bits_add(live, vars[i]);
}

static void need_assigned(reducer *r, cmd c, bits *live) {
    uint32_t x = assigned_by(r, c);
    if (!bits_has(live, x)) return;
    bits_remove(live, x);
    if (cmd_kind_of(r->p, c) == CMD_ASSIGN) need_term(r, cmd_term(r->p, c), live);
}

static void need_choice(reducer *r, cmd c, bits *live) {
    bits all = live_set_take(r), one = live_set_take(r);
    for (uint32_t i = 0, n = cmd_size(r->p, c); i < n; i++) {
        bits_clear(&one);
        bits_join(&one, live);
        live_set_before(r, cmd_part(r->p, c, i), &one);
        bits_join(&all, &one);
    }
    bits swap = *live;
    *live = all;
    all = swap;
    live_set_give(r, &all);
    live_set_give(r, &one);
}

void live_set_before(reducer *r, cmd c, bits *live) {
    switch (cmd_kind_of(r->p, c)) {
    case CMD_SKIP: return;
    case CMD_ASSIGN:
    case CMD_HAVOC: need_assigned(r, c, live); return;
    case CMD_ASSUME: need_term(r, cmd_term(r->p, c), live); return;
    case CMD_SEQ:
        for (uint32_t i = cmd_size(r->p, c); i-- > 0;)
            live_set_before(r, cmd_part(r->p, c, i), live);
        return;
    case CMD_CHOICE: need_choice(r, c, live); return;
    }
}

static void live_reset(reducer *r) {
    for (uint32_t i = 0; i < r->live.size; i++) bits_clear(&r->live.data[i]);
    if (r->live.size < r->p->locations.size) vec_resize(&r->live, r->p->locations.size);
}

/* One location from its outgoing edges; true if it needs more than before. */
static bool live_update(reducer *r, loc l) {
    const edge_id *out;
    uint32_t n = program_out(r->p, l, &out);
    bool grew = false;
    for (uint32_t i = 0; i < n; i++) {
        const edge *e = &r->p->edges.data[out[i].id];
        bits live = live_set_take(r);
        bits_join(&live, &r->live.data[e->to.id]);
        live_set_before(r, e->command, &live);
        grew |= bits_join(&r->live.data[l.id], &live);
        live_set_give(r, &live);
    }
    return grew;
}

static void wake_sources(const reducer *r, loc l, bits *waiting) {
    const edge_id *in;
    uint32_t n = program_in(r->p, l, &in);
    for (uint32_t i = 0; i < n; i++) bits_add(waiting, r->p->edges.data[in[i].id].from.id);
}

void live_compute(reducer *r) {
    loc_vec order = {0};
    bits waiting = {0};
    program_order(r->p, &order);
    live_reset(r);
    for (uint32_t i = 0; i < order.size; i++) bits_add(&waiting, order.data[i].id);
    for (bool again = true; again;) {
        again = false;
        for (uint32_t i = order.size; i-- > 0;) {
            loc l = order.data[i];
            if (!bits_has(&waiting, l.id)) continue;
            bits_remove(&waiting, l.id);
            if (!live_update(r, l)) continue;
            wake_sources(r, l, &waiting);
            again = true;
        }
    }
    bits_release(&waiting);
    vec_release(&order);
}
