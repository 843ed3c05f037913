/* What commands weigh, remembered; and which block. */
#include "reduce/reduce_internal.h"

bool cmd_blocks(const program *p, cmd c) {
    assert_debug(cmds_are_there(p, 1, &c));
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
    assert_debug(cmds_are_there(r->p, 1, &c));
    if (r->weight.size <= c.id) vec_resize(&r->weight, c.id + c.id / 2 + 16);
    if (!r->weight.data[c.id]) {
        uint64_t weight = weight_make(r, c);
        r->weight.data[c.id] = weight + 1;
    }
    return r->weight.data[c.id] - 1;
}
