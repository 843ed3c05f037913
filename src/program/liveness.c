#include "program/liveness.h"
#include "base/log.h"
#include "base/fail.h"

void liveness_init(liveness *x, program *p) { *x = (liveness){.p = p}; }

static void release_sets(bits_vec *v) { vec_release_each(v, bits_release); }

void liveness_release(liveness *x) {
    release_sets(&x->at);
    release_sets(&x->scratch);
    vec_release(&x->read_at);
    vec_release(&x->read_pool);
    vec_release(&x->assigned);
    vec_release(&x->computed.edges);
}

/* ---- what is read and assigned ---- */

uint32_t variable_index(const program *p, term var) {
    uint64_t i = map_find(&p->variable_of, var.id, UINT32_MAX);
    assert(i < p->variables.size);
    return (uint32_t)i;
}

static uint32_t reads_make(liveness *x, term a) {
    term_vec vars = {0};
    uint64_t index;
    term_vars(x->p->terms, a, NULL, &vars);
    uint32_t at = x->read_pool.size, count = 0;
    vec_push(&x->read_pool, 0);
    for (uint32_t i = 0; i < vars.size; i++)
        if (map_get(&x->p->variable_of, vars.data[i].id, &index)) {
            vec_push(&x->read_pool, (uint32_t)index);
            count++;
        }
    x->read_pool.data[at] = count;
    vec_release(&vars);
    if (x->read_at.size <= a.id) vec_resize(&x->read_at, a.id + a.id / 2 + 64);
    x->read_at.data[a.id] = at + 1;
    return at + 1;
}

const uint32_t *reads_of(liveness *x, term a, uint32_t *count) {
    uint32_t at = a.id < x->read_at.size ? x->read_at.data[a.id] : 0;
    if (!at) at = reads_make(x, a);
    *count = x->read_pool.data[at - 1];
    return &x->read_pool.data[at];
}

uint32_t assigned_by(liveness *x, cmd c) {
    assert_debug(cmds_are_there(x->p, 1, &c));
    if (x->assigned.size <= c.id) vec_resize(&x->assigned, c.id + c.id / 2 + 16);
    if (!x->assigned.data[c.id])
        x->assigned.data[c.id] = variable_index(x->p, cmd_var(x->p, c)) + 1;
    return x->assigned.data[c.id] - 1;
}

/* ---- steps ---- */

bits live_set_take(liveness *x) {
    if (!x->scratch.size) return (bits){0};
    bits b = vec_pop(&x->scratch);
    bits_clear(&b);
    return b;
}

void live_set_give(liveness *x, bits *b) {
    vec_push(&x->scratch, *b);
    *b = (bits){0};
}

void live_read(liveness *x, term a, bits *live) {
    assert_debug(term_is_there(x->p->terms, a));
    uint32_t n;
    const uint32_t *vars = reads_of(x, a, &n);
    for (uint32_t i = 0; i < n; i++) bits_add(live, vars[i]);
}

bool live_covers(liveness *x, loc at, term formula) {
    assert_debug(at.id < x->p->locations.size);
    assert_debug(term_is_bool(x->p->terms, formula));
    uint32_t n;
    const uint32_t *vars = reads_of(x, formula, &n);
    bool all = true;
    for (uint32_t i = 0; i < n; i++) all &= bits_has(&x->at.data[at.id], vars[i]);
    return all;
}

static void need_assigned(liveness *x, cmd c, bits *live) {
    uint32_t var = assigned_by(x, c);
    if (!bits_has(live, var)) return;
    bits_remove(live, var);
    if (cmd_kind_of(x->p, c) == CMD_ASSIGN) live_read(x, cmd_term(x->p, c), live);
}

static void need_choice(liveness *x, cmd c, bits *live) {
    bits all = live_set_take(x), one = live_set_take(x);
    for (uint32_t i = 0, n = cmd_size(x->p, c); i < n; i++) {
        bits_clear(&one);
        bits_join(&one, live);
        live_before(x, cmd_part(x->p, c, i), &one);
        bits_join(&all, &one);
    }
    bits swap = *live;
    *live = all;
    all = swap;
    live_set_give(x, &all);
    live_set_give(x, &one);
}

void live_before(liveness *x, cmd c, bits *live) {
    assert_debug(cmds_are_there(x->p, 1, &c));
    switch (cmd_kind_of(x->p, c)) {
    case CMD_SKIP: return;
    case CMD_ASSIGN:
    case CMD_HAVOC: need_assigned(x, c, live); return;
    case CMD_ASSUME: live_read(x, cmd_term(x->p, c), live); return;
    case CMD_SEQ:
        for (uint32_t i = cmd_size(x->p, c); i-- > 0;) live_before(x, cmd_part(x->p, c, i), live);
        return;
    case CMD_CHOICE: need_choice(x, c, live); return;
    }
}

static void live_reset(liveness *x) {
    for (uint32_t i = 0; i < x->at.size; i++) bits_clear(&x->at.data[i]);
    if (x->at.size < x->p->locations.size) vec_resize(&x->at, x->p->locations.size);
}

/* One location from its outgoing edges; true if it needs more than before. */
static bool live_update(liveness *x, loc l) {
    const edge_id *out;
    uint32_t n = program_out(x->p, l, &out);
    bool grew = false;
    for (uint32_t i = 0; i < n; i++) {
        const edge *e = &x->p->edges.data[out[i].id];
        bits live = live_set_take(x);
        bits_join(&live, &x->at.data[e->to.id]);
        live_before(x, e->command, &live);
        grew |= bits_join(&x->at.data[l.id], &live);
        live_set_give(x, &live);
    }
    return grew;
}

static void wake_sources(const liveness *x, loc l, bits *waiting) {
    const edge_id *in;
    uint32_t n = program_in(x->p, l, &in);
    for (uint32_t i = 0; i < n; i++) bits_add(waiting, x->p->edges.data[in[i].id].from.id);
}

void liveness_check(liveness *x) {
#ifdef CINCH_CHECK
    loc_vec order = {0};
    program_order(x->p, &order); /* what the start does not reach is not computed */
    for (uint32_t i = 0; i < order.size; i++)
        require(!live_update(x, order.data[i]), "more is live at %u than was found",
                order.data[i].id);
    vec_release(&order);
#else
    (void)x;
#endif
}

static bool leads_alike(const edge *a, const edge *b) {
    return same_loc(a->from, b->from) && same_loc(a->to, b->to) && a->command.id == b->command.id &&
           a->removed == b->removed;
}

/* Reductions ask again and again, and mostly nothing has changed. */
static bool is_computed(const liveness *x) {
    const program *p = x->p;
    if (!x->computed.locations || x->computed.locations != p->locations.size ||
        x->computed.variables != p->variables.size || !same_loc(x->computed.start, p->start) ||
        x->computed.edges.size != p->edges.size)
        return false;
    for (uint32_t i = 0; i < p->edges.size; i++)
        if (!leads_alike(&x->computed.edges.data[i], &p->edges.data[i])) return false;
    return true;
}

static void remember_computed(liveness *x) {
    vec_clear(&x->computed.edges);
    vec_append(&x->computed.edges, x->p->edges.data, x->p->edges.size);
    x->computed.locations = x->p->locations.size;
    x->computed.variables = x->p->variables.size;
    x->computed.start = x->p->start;
}

void liveness_compute(liveness *x) {
    LOG("program", "liveness of %u variables", x->p->variables.size);
    if (is_computed(x)) {
        liveness_check(x);
        return;
    }
    loc_vec order = {0};
    bits waiting = {0};
    program_order(x->p, &order);
    live_reset(x);
    for (uint32_t i = 0; i < order.size; i++) bits_add(&waiting, order.data[i].id);
    for (bool again = true; again;) {
        again = false;
        for (uint32_t i = order.size; i-- > 0;) {
            loc l = order.data[i];
            if (!bits_has(&waiting, l.id)) continue;
            bits_remove(&waiting, l.id);
            if (!live_update(x, l)) continue;
            wake_sources(x, l, &waiting);
            again = true;
        }
    }
    bits_release(&waiting);
    vec_release(&order);
    remember_computed(x);
    liveness_check(x);
}

void liveness_of(program *p, liveness *out) {
    assert_debug(p->start.id < p->locations.size);
    liveness_init(out, p);
    liveness_compute(out);
}
