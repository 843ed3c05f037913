/* The end of a reduction: fixed values for what is no longer needed, and a program without gaps. */
#include "base/log.h"
#include "program/summary.h"
#include "reduce/reduce_internal.h"

term default_term(terms *t, sort s) {
    assert_debug(sort_is_there(t, s));
    mpz_t zero;
    mpz_init(zero);
    term a = {0};
    switch (sort_kind_of(t, s)) {
    case SORT_BOOL: a = term_false(t); break;
    case SORT_BV: a = term_bv_mpz(t, sort_width(t, s), zero); break;
    case SORT_FP: a = term_fp_bits(t, s, zero); break;
    case SORT_RM: a = term_rm(t, RNE); break;
    case SORT_INT:
    case SORT_REAL: {
        mpq_t q;
        mpq_init(q);
        a = term_number(t, s, q);
        mpq_clear(q);
        break;
    }
    default: break;
    }
    mpz_clear(zero);
    return a;
}

/* Variables of the edge that may differ from their fixed value at its end although nobody needs
 * them there. */
static void stale_after(reducer *r, const edge *e, bits *out) {
    map seen = {0};
    term_vec assigned = {0};
    cmd_assigned(r->p, e->command, &seen, &assigned);
    bits_join(out, &r->live.at.data[e->from.id]);
    for (uint32_t i = 0; i < assigned.size; i++)
        bits_add(out, variable_index(r->p, assigned.data[i]));
    const bits *live = &r->live.at.data[e->to.id];
    for (uint32_t i = 0; i < out->words.size && i < live->words.size; i++)
        out->words.data[i] &= ~live->words.data[i];
    vec_release(&assigned);
    map_release(&seen);
}

static void forget_on_edge(reducer *r, edge_id i) {
    program *p = r->p;
    bits stale = live_set_take(&r->live);
    stale_after(r, &p->edges.data[i.id], &stale);
    cmd_vec parts = {0};
    vec_push(&parts, p->edges.data[i.id].command);
    for (uint32_t j = 0; j < stale.words.size; j++)
        for (uint64_t word = stale.words.data[j]; word; word &= word - 1) {
            term var = p->variables.data[j * 64 + (uint32_t)__builtin_ctzll(word)].var;
            term value = default_term(p->terms, term_sort(p->terms, var));
            if (value.id) vec_push(&parts, cmd_assign(p, var, value));
        }
    p->edges.data[i.id].command = cmd_seq(p, parts.size, parts.data);
    vec_release(&parts);
    live_set_give(&r->live, &stale);
}

void reduce_forget(reducer *r) {
    LOG("reduce", "forget values of no use");
    liveness_compute(&r->live);
    for (edge_id i = {0}; i.id < r->p->edges.size; i.id++) {
        const edge *e = &r->p->edges.data[i.id];
        if (!e->removed && !r->p->locations.data[e->to.id].property) forget_on_edge(r, i);
    }
}

typedef struct {
    const program *from;
    program *to;
    map moved;  /* command id -> command id */
    u32_vec at; /* old location -> 1 + new location */
} compaction;

static cmd moved_parts(compaction *m, cmd c);

static cmd moved(compaction *m, cmd c) {
    uint64_t known;
    if (map_get(&m->moved, c.id, &known)) return (cmd){(uint32_t)known};
    cmd out = {0};
    switch (cmd_kind_of(m->from, c)) {
    case CMD_SKIP: out = cmd_skip(m->to); break;
    case CMD_ASSIGN: out = cmd_assign(m->to, cmd_var(m->from, c), cmd_term(m->from, c)); break;
    case CMD_HAVOC: out = cmd_havoc(m->to, cmd_var(m->from, c), cmd_input(m->from, c)); break;
    case CMD_ASSUME: out = cmd_assume(m->to, cmd_term(m->from, c)); break;
    case CMD_SEQ:
    case CMD_CHOICE: out = moved_parts(m, c); break;
    }
    map_set(&m->moved, c.id, out.id);
    return out;
}

static cmd moved_parts(compaction *m, cmd c) {
    cmd_vec parts = {0};
    for (uint32_t i = 0, n = cmd_size(m->from, c); i < n; i++)
        vec_push(&parts, moved(m, cmd_part(m->from, c, i)));
    bool seq = cmd_kind_of(m->from, c) == CMD_SEQ;
    cmd out =
        seq ? cmd_seq(m->to, parts.size, parts.data) : cmd_choice(m->to, parts.size, parts.data);
    vec_release(&parts);
    return out;
}

static void move_tables(compaction *m) {
    for (uint32_t i = 1; i < m->from->names.text.size; i++)
        intern_id(&m->to->names, m->from->names.text.data[i]);
    vec_append(&m->to->inputs, m->from->inputs.data, m->from->inputs.size);
    vec_append(&m->to->properties, m->from->properties.data, m->from->properties.size);
    vec_append(&m->to->notes, m->from->notes.data, m->from->notes.size);
    summaries_copy(m->to, m->from);
    m->to->over_approximated = m->from->over_approximated;
}

static void move_variables(compaction *m) {
    map seen = {0};
    term_vec vars = {0};
    for (edge_id i = {0}; i.id < m->from->edges.size; i.id++) {
        const edge *e = &m->from->edges.data[i.id];
        if (!e->removed) cmd_read(m->from, e->command, &seen, &vars);
    }
    map assigned = {0};
    for (edge_id i = {0}; i.id < m->from->edges.size; i.id++) {
        const edge *e = &m->from->edges.data[i.id];
        if (!e->removed) cmd_assigned(m->from, e->command, &assigned, &vars);
    }
    for (uint32_t i = 0; i < m->from->summaries.size; i++) {
        const summary *s = &m->from->summaries.data[i];
        for (uint32_t k = 0; k < s->parts.size; k++) map_set(&seen, s->parts.data[k].id, 1);
        map_set(&seen, s->set.id, 1);
    }
    for (uint32_t i = 0; i < m->from->variables.size; i++) {
        uint32_t id = m->from->variables.data[i].var.id;
        if (map_get(&seen, id, NULL) || map_get(&assigned, id, NULL))
            program_add_variable(m->to, m->from->variables.data[i]);
    }
    map_release(&seen);
    map_release(&assigned);
    vec_release(&vars);
}

static void move_locations(compaction *m) {
    loc_vec order = {0};
    program_order(m->from, &order);
    vec_resize(&m->at, m->from->locations.size);
    for (uint32_t i = 0; i < order.size; i++) {
        const location *x = &m->from->locations.data[order.data[i].id];
        loc l = same_loc(order.data[i], m->from->start) ? m->to->start
                                                        : program_add_location(m->to, x->at);
        m->to->locations.data[l.id] = *x;
        m->at.data[order.data[i].id] = l.id + 1;
    }
    vec_release(&order);
}

program *reduce_compact(reducer *r) {
    LOG("reduce", "compact %u locations, %u edges", r->p->locations.size, r->p->edges.size);
    compaction m = {.from = r->p, .to = program_new(r->p->terms)};
    move_tables(&m);
    move_variables(&m);
    move_locations(&m);
    for (edge_id i = {0}; i.id < r->p->edges.size; i.id++) {
        const edge *e = &r->p->edges.data[i.id];
        if (e->removed || !m.at.data[e->from.id]) continue;
        program_add_edge(m.to, (loc){m.at.data[e->from.id] - 1}, (loc){m.at.data[e->to.id] - 1},
                         moved(&m, e->command), e->at);
    }
    for (uint32_t i = 0; i < r->bypasses.size; i++)
        r->bypasses.data[i].command = moved(&m, r->bypasses.data[i].command);
    map_release(&m.moved);
    vec_release(&m.at);
    return m.to;
}
