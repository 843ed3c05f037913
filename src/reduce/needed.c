/* Dead assignments: an assignment or havoc of a variable that is not needed afterwards does
 * nothing.
 *
 * Exact on the needed variables. A havoc goes only when no havoc of the same input is needed
 * anywhere: a run is told by the sequence of values of each input, and dropping some executions but
 * not others would shift it. */
#include "reduce/reduce_internal.h"

#include "base/log.h"

typedef struct {
    reducer *r;
    bits used_inputs; /* inputs with an execution that is needed */
} sweep;

static void note_inputs(sweep *s, cmd c, bits *live);

static void note_choice(sweep *s, cmd c, bits *live) {
    bits all = live_set_take(&s->r->live);
    for (uint32_t i = 0, n = cmd_size(s->r->p, c); i < n; i++) {
        bits one = live_set_take(&s->r->live);
        bits_join(&one, live);
        note_inputs(s, cmd_part(s->r->p, c, i), &one);
        bits_join(&all, &one);
        live_set_give(&s->r->live, &one);
    }
    bits_clear(live);
    bits_join(live, &all);
    live_set_give(&s->r->live, &all);
}

static void note_inputs(sweep *s, cmd c, bits *live) {
    const program *p = s->r->p;
    switch (cmd_kind_of(p, c)) {
    case CMD_HAVOC:
        if (cmd_input(p, c) != NO_INPUT && bits_has(live, assigned_by(&s->r->live, c)))
            bits_add(&s->used_inputs, cmd_input(p, c));
        live_before(&s->r->live, c, live);
        return;
    case CMD_SEQ:
        for (uint32_t i = cmd_size(p, c); i-- > 0;) note_inputs(s, cmd_part(p, c, i), live);
        return;
    case CMD_CHOICE: note_choice(s, c, live); return;
    default: live_before(&s->r->live, c, live); return;
    }
}

static bool is_dead(sweep *s, cmd c, const bits *live) {
    const program *p = s->r->p;
    if (bits_has(live, assigned_by(&s->r->live, c))) return false;
    if (cmd_kind_of(p, c) == CMD_ASSIGN || cmd_input(p, c) == NO_INPUT) return true;
    return !bits_has(&s->used_inputs, cmd_input(p, c));
}

static cmd swept(sweep *s, cmd c, bits *live);

static cmd swept_seq(sweep *s, cmd c, bits *live) {
    program *p = s->r->p;
    cmd_vec parts = {0};
    vec_resize(&parts, cmd_size(p, c));
    for (uint32_t i = parts.size; i-- > 0;) parts.data[i] = swept(s, cmd_part(p, c, i), live);
    cmd out = cmd_seq(p, parts.size, parts.data);
    vec_release(&parts);
    return out;
}

static cmd swept_choice(sweep *s, cmd c, bits *live) {
    program *p = s->r->p;
    cmd_vec parts = {0};
    bits all = live_set_take(&s->r->live);
    for (uint32_t i = 0, n = cmd_size(p, c); i < n; i++) {
        bits one = live_set_take(&s->r->live);
        bits_join(&one, live);
        vec_push(&parts, swept(s, cmd_part(p, c, i), &one));
        bits_join(&all, &one);
        live_set_give(&s->r->live, &one);
    }
    bits_clear(live);
    bits_join(live, &all);
    live_set_give(&s->r->live, &all);
    cmd out = cmd_join_n(p, parts.size, parts.data);
    vec_release(&parts);
    return out;
}

/* c without its dead parts; `live` goes from after c to before it. */
static cmd swept(sweep *s, cmd c, bits *live) {
    switch (cmd_kind_of(s->r->p, c)) {
    case CMD_ASSIGN:
    case CMD_HAVOC:
        if (is_dead(s, c, live)) return cmd_skip(s->r->p);
        live_before(&s->r->live, c, live);
        return c;
    case CMD_SEQ: return swept_seq(s, c, live);
    case CMD_CHOICE: return swept_choice(s, c, live);
    default: live_before(&s->r->live, c, live); return c;
    }
}

static bits live_after(reducer *r, const edge *e) {
    bits live = live_set_take(&r->live);
    bits_join(&live, &r->live.at.data[e->to.id]);
    return live;
}

static bool sweep_edges(sweep *s) {
    program *p = s->r->p;
    bool changed = false;
    for (edge_id i = {0}; i.id < p->edges.size; i.id++) {
        if (p->edges.data[i.id].removed) continue;
        bits live = live_after(s->r, &p->edges.data[i.id]);
        cmd c = swept(s, p->edges.data[i.id].command, &live);
        changed |= c.id != p->edges.data[i.id].command.id;
        p->edges.data[i.id].command = c;
        live_set_give(&s->r->live, &live);
    }
    return changed;
}

/* Is some input read by more than one havoc? Otherwise each is judged by itself. */
static bool shares_inputs(const program *p, cmd c, bits *seen) {
    assert_debug(cmds_are_there(p, 1, &c));
    if (cmd_kind_of(p, c) == CMD_HAVOC && cmd_input(p, c) != NO_INPUT) {
        if (bits_has(seen, cmd_input(p, c))) return true;
        bits_add(seen, cmd_input(p, c));
    }
    for (uint32_t i = 0, n = cmd_size(p, c); i < n; i++)
        if (shares_inputs(p, cmd_part(p, c, i), seen)) return true;
    return false;
}

static bool some_input_is_shared(const program *p) {
    bits seen = {0};
    bool shared = false;
    for (edge_id i = {0}; i.id < p->edges.size && !shared; i.id++)
        shared =
            !p->edges.data[i.id].removed && shares_inputs(p, p->edges.data[i.id].command, &seen);
    bits_release(&seen);
    return shared;
}

static void note_all_inputs(sweep *s) {
    const program *p = s->r->p;
    for (edge_id i = {0}; i.id < p->edges.size; i.id++) {
        if (p->edges.data[i.id].removed) continue;
        bits live = live_after(s->r, &p->edges.data[i.id]);
        note_inputs(s, p->edges.data[i.id].command, &live);
        live_set_give(&s->r->live, &live);
    }
}

static bool needed_once(reducer *r) {
    sweep s = {.r = r};
    liveness_compute(&r->live);
    if (some_input_is_shared(r->p)) note_all_inputs(&s);
    bool changed = sweep_edges(&s);
    bits_release(&s.used_inputs);
    return changed;
}

/* Dropping assignments makes alternatives equal and their assumptions vanish, which makes more
 * assignments dead. */
enum { NEEDED_ROUNDS = 4 };

void reduce_needed(reducer *r) {
    LOG("reduce", "needed");
    for (int i = 0; i < NEEDED_ROUNDS && !budget_over(r->limits) && needed_once(r); i++)
        r->changed = true;
}
