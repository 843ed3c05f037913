/* What commands and terms read and weigh, remembered. */
#include "reduce/reduce_internal.h"

uint32_t variable_index(const program *p, term var) {
    uint64_t i = map_find(&p->variable_of, var.id, UINT32_MAX);
    assert(i < p->variables.size);
    return (uint32_t)i;
}

static uint32_t reads_make(reducer *r, term a) {
    map seen = {0};
    term_vec vars = {0};
    term_vars(r->p->terms, a, &seen, &vars);
    uint32_t at = r->read_pool.size;
    vec_push(&r->read_pool, vars.size);
    for (uint32_t i = 0; i < vars.size; i++)
        vec_push(&r->read_pool, variable_index(r->p, vars.data[i]));
    map_release(&seen);
    vec_release(&vars);
    if (r->read_at.size <= a.id) vec_resize(&r->read_at, a.id + a.id / 2 + 64);
    r->read_at.data[a.id] = at + 1;
    return at + 1;
}

const uint32_t *reads_of(reducer *r, term a, uint32_t *count) {
    uint32_t at = a.id < r->read_at.size ? r->read_at.data[a.id] : 0;
    if (!at) at = reads_make(r, a);
    *count = r->read_pool.data[at - 1];
    return &r->read_pool.data[at];
}

uint32_t assigned_by(reducer *r, cmd c) {
    if (r->assigned.size <= c.id) vec_resize(&r->assigned, c.id + c.id / 2 + 16);
    if (!r->assigned.data[c.id])
        r->assigned.data[c.id] = variable_index(r->p, cmd_var(r->p, c)) + 1;
    return r->assigned.data[c.id] - 1;
}

bool cmd_blocks(const program *p, cmd c) {
    return cmd_kind_of(p, c) == CMD_ASSUME && term_is_false(p->terms, cmd_term(p, c));
}

static uint64_t weight_make(reducer *r, cmd c) {
    enum cmd_kind k = cmd_kind_of(r->p, c);
    if (k == CMD_SKIP) return 0;
    if (k == CMD_HAVOC) return 1;
    if (k == CMD_ASSIGN || k == CMD_ASSUME)
        return 1 + term_dag_size(r->p->terms, cmd_term(r->p, c));
    uint64_t weight = k == CMD_CHOICE;
    for (uint32_t i = 0, n = cmd_size(r->p, c); i < n; i++)
        weight += weight_of(r, cmd_part(r->p, c, i));
    return weight;
}

/* Stored plus one: zero means unknown. */
uint64_t weight_of(reducer *r, cmd c) {
    if (r->weight.size <= c.id) vec_resize(&r->weight, c.id + c.id / 2 + 16);
    if (!r->weight.data[c.id]) {
        uint64_t weight = weight_make(r, c);
        r->weight.data[c.id] = weight + 1;
    }
    return r->weight.data[c.id] - 1;
}
