/* Initialized variables (paper 000, Sect. 6.2): which reads may see a value that nothing wrote.
 *
 * Forwards, by location: the variables that may still hold what they had at the start, or what a
 * havoc for an uninitialized object gave them. A variable of which no read sees such a value is
 * initialized wherever it matters, and its uninitialized values need not be drawn: those havocs go,
 * of one input all or none (a run is told by the sequence of values of each input). Exact. */
#include "reduce/reduce_internal.h"

#include "base/log.h"

typedef struct {
    reducer *r;
    bits_vec at; /* by location: may be uninitialized; meaningful where reached */
    bits reached, waiting;
    bits seen;        /* variables of which a read may see an uninitialized value */
    bits kept_inputs; /* of some havoc that stays */
    uint32_t dropped;
} initialization;

static bool is_uninitialized(const program *p, cmd c) {
    assert_debug(cmds_are_there(p, 1, &c));
    if (cmd_kind_of(p, c) != CMD_HAVOC || cmd_input(p, c) == NO_INPUT) return false;
    enum input_origin from = program_input_origin(p, cmd_input(p, c));
    return from == ORIGIN_UNINIT || from == ORIGIN_UNINIT_HEAP;
}

static void note_reads(initialization *x, term a, const bits *open) {
    uint32_t n;
    const uint32_t *vars = reads_of(&x->r->live, a, &n);
    for (uint32_t i = 0; i < n; i++)
        if (bits_has(open, vars[i])) bits_add(&x->seen, vars[i]);
}

static void step(initialization *x, cmd c, bits *open);

static void step_choice(initialization *x, cmd c, bits *open) {
    bits all = live_set_take(&x->r->live);
    for (uint32_t i = 0, n = cmd_size(x->r->p, c); i < n; i++) {
        bits one = live_set_take(&x->r->live);
        bits_join(&one, open);
        step(x, cmd_part(x->r->p, c, i), &one);
        bits_join(&all, &one);
        live_set_give(&x->r->live, &one);
    }
    bits_clear(open);
    bits_join(open, &all);
    live_set_give(&x->r->live, &all);
}

/* `open`, the variables that may be uninitialized, from before c to after it. */
static void step(initialization *x, cmd c, bits *open) {
    const program *p = x->r->p;
    switch (cmd_kind_of(p, c)) {
    case CMD_SKIP: return;
    case CMD_ASSUME: note_reads(x, cmd_term(p, c), open); return;
    case CMD_ASSIGN:
        note_reads(x, cmd_term(p, c), open);
        bits_remove(open, assigned_by(&x->r->live, c));
        return;
    case CMD_HAVOC:
        if (is_uninitialized(p, c)) bits_add(open, assigned_by(&x->r->live, c));
        else bits_remove(open, assigned_by(&x->r->live, c));
        return;
    case CMD_SEQ:
        for (uint32_t i = 0, n = cmd_size(p, c); i < n; i++) step(x, cmd_part(p, c, i), open);
        return;
    case CMD_CHOICE: step_choice(x, c, open); return;
    }
}

static void follow(initialization *x, edge_id i) {
    const edge *e = &x->r->p->edges.data[i.id];
    bits open = live_set_take(&x->r->live);
    bits_join(&open, &x->at.data[e->from.id]);
    step(x, e->command, &open);
    bool first = !bits_has(&x->reached, e->to.id);
    bits_add(&x->reached, e->to.id);
    if (bits_join(&x->at.data[e->to.id], &open) || first) bits_add(&x->waiting, e->to.id);
    live_set_give(&x->r->live, &open);
}

static void solve(initialization *x) {
    const program *p = x->r->p;
    loc_vec order = {0};
    program_order(p, &order);
    for (uint32_t i = 0; i < p->variables.size; i++) bits_add(&x->at.data[p->start.id], i);
    bits_add(&x->reached, p->start.id);
    bits_add(&x->waiting, p->start.id);
    for (bool again = true; again;) {
        again = false;
        for (uint32_t i = 0; i < order.size; i++) {
            if (!bits_has(&x->waiting, order.data[i].id)) continue;
            bits_remove(&x->waiting, order.data[i].id);
            again = true;
            const edge_id *list;
            uint32_t n = program_out(p, order.data[i], &list);
            for (uint32_t j = 0; j < n; j++) follow(x, list[j]);
        }
    }
    vec_release(&order);
}

static bool may_go(initialization *x, cmd c) {
    return is_uninitialized(x->r->p, c) && !bits_has(&x->seen, assigned_by(&x->r->live, c));
}

static void note_kept(initialization *x, cmd c) {
    const program *p = x->r->p;
    if (cmd_kind_of(p, c) == CMD_HAVOC && cmd_input(p, c) != NO_INPUT && !may_go(x, c))
        bits_add(&x->kept_inputs, cmd_input(p, c));
    for (uint32_t i = 0, n = cmd_size(p, c); i < n; i++) note_kept(x, cmd_part(p, c, i));
}

static cmd without_undrawn(initialization *x, cmd c) {
    program *p = x->r->p;
    enum cmd_kind k = cmd_kind_of(p, c);
    if (k == CMD_HAVOC && may_go(x, c) && !bits_has(&x->kept_inputs, cmd_input(p, c))) {
        x->dropped++;
        return cmd_skip(p);
    }
    if (k != CMD_SEQ && k != CMD_CHOICE) return c;
    cmd_vec parts = {0};
    for (uint32_t i = 0, n = cmd_size(p, c); i < n; i++)
        vec_push(&parts, without_undrawn(x, cmd_part(p, c, i)));
    c = k == CMD_SEQ ? cmd_seq(p, parts.size, parts.data) : cmd_join_n(p, parts.size, parts.data);
    vec_release(&parts);
    return c;
}

static void drop(initialization *x) {
    program *p = x->r->p;
    for (edge_id i = {0}; i.id < p->edges.size; i.id++)
        if (!p->edges.data[i.id].removed) note_kept(x, p->edges.data[i.id].command);
    for (edge_id i = {0}; i.id < p->edges.size; i.id++)
        if (!p->edges.data[i.id].removed)
            p->edges.data[i.id].command = without_undrawn(x, p->edges.data[i.id].command);
    x->r->changed |= x->dropped != 0;
}

initialized_counts reduce_initialized(reducer *r) {
    LOG("reduce", "initialized");
    initialization x = {.r = r};
    vec_resize(&x.at, r->p->locations.size);
    solve(&x);
    drop(&x);
    initialized_counts counts = {.read = bits_count(&x.seen), .dropped = x.dropped};
    vec_release_each(&x.at, bits_release);
    bits_release(&x.reached);
    bits_release(&x.waiting);
    bits_release(&x.seen);
    bits_release(&x.kept_inputs);
    return counts;
}
