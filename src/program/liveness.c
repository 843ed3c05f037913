#include "program/liveness.h"

typedef struct {
    program *p;
    map seen;
    term_vec vars;
} liveness_analysis;

static void read_term(liveness_analysis *r, term a, bits *live) {
    map_clear(&r->seen);
    vec_clear(&r->vars);
    term_vars(r->p->terms, a, &r->seen, &r->vars);
    for (uint32_t i = 0; i < r->vars.size; i++)
        bits_add(live, (uint32_t)map_find(&r->p->variable_of, r->vars.data[i].id, 0));
}

static void before(liveness_analysis *r, cmd c, bits *live);

static void before_choice(liveness_analysis *r, cmd c, bits *live) {
    bits any = {0};
    for (uint32_t i = 0; i < cmd_size(r->p, c); i++) {
        bits one = {0};
        bits_join(&one, live);
        before(r, cmd_part(r->p, c, i), &one);
        bits_join(&any, &one);
        bits_release(&one);
    }
    bits_release(live);
    *live = any;
}

/* From what is live after c to what is live before it. */
static void before(liveness_analysis *r, cmd c, bits *live) {
    switch (cmd_kind_of(r->p, c)) {
    case CMD_SKIP: break;
    case CMD_ASSIGN:
    case CMD_HAVOC: {
        uint32_t var = (uint32_t)map_find(&r->p->variable_of, cmd_var(r->p, c).id, 0);
        bool needed = bits_has(live, var);
        bits_remove(live, var);
        if (needed && cmd_kind_of(r->p, c) == CMD_ASSIGN) read_term(r, cmd_term(r->p, c), live);
        break;
    }
    case CMD_ASSUME: read_term(r, cmd_term(r->p, c), live); break;
    case CMD_SEQ:
        for (uint32_t i = cmd_size(r->p, c); i-- > 0;) before(r, cmd_part(r->p, c, i), live);
        break;
    case CMD_CHOICE: before_choice(r, c, live); break;
    }
}

void live_before(program *p, cmd c, bits *live) {
    liveness_analysis r = {.p = p};
    before(&r, c, live);
    map_release(&r.seen);
    vec_release(&r.vars);
}

void live_read(program *p, term a, bits *live) {
    liveness_analysis r = {.p = p};
    read_term(&r, a, live);
    map_release(&r.seen);
    vec_release(&r.vars);
}

static bool update(liveness_analysis *r, liveness *out, loc l) {
    const edge_id *edges;
    uint32_t n = program_out(r->p, l, &edges);
    bool changed = false;
    for (uint32_t i = 0; i < n; i++) {
        const edge *e = &r->p->edges.data[edges[i].id];
        bits live = {0};
        bits_join(&live, &out->at.data[e->to.id]);
        before(r, e->command, &live);
        changed |= bits_join(&out->at.data[l.id], &live);
        bits_release(&live);
    }
    return changed;
}

void liveness_of(program *p, liveness *out) {
    liveness_analysis r = {.p = p};
    *out = (liveness){0};
    vec_resize(&out->at, p->locations.size);
    loc_vec order = {0};
    program_order(p, &order);
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = order.size; i-- > 0;) changed |= update(&r, out, order.data[i]);
    }
    vec_release(&order);
    map_release(&r.seen);
    vec_release(&r.vars);
}

void liveness_release(liveness *l) {
    for (uint32_t i = 0; i < l->at.size; i++) bits_release(&l->at.data[i]);
    vec_release(&l->at);
}
