/* Slicing towards the property, variables as a whole: an assignment to a variable on which no
 * assumption depends, directly or through other assignments, cannot matter.
 *
 * Every assumption and every location on the way to an error stays: what blocks or does not end
 * keeps blocking and not ending (`while (1); error();` is safe), so the slice is exact. */
#include "reduce/reduce_internal.h"

#include "base/log.h"

typedef struct {
    reducer *r;
    bits relevant;
    bits used_inputs;   /* that feed a relevant variable */
    vec(u32_vec) feeds; /* by variable: the variables that its assignments read */
    u32_vec stack;
} slicer;

static void mark(slicer *s, uint32_t var) {
    if (bits_has(&s->relevant, var)) return;
    bits_add(&s->relevant, var);
    vec_push(&s->stack, var);
}

static void scan(slicer *s, cmd c) {
    const program *p = s->r->p;
    enum cmd_kind k = cmd_kind_of(p, c);
    for (uint32_t i = 0, n = cmd_size(p, c); i < n; i++) scan(s, cmd_part(p, c, i));
    if (k != CMD_ASSUME && k != CMD_ASSIGN) return;
    uint32_t n;
    const uint32_t *vars = reads_of(&s->r->live, cmd_term(p, c), &n);
    if (k == CMD_ASSUME)
        for (uint32_t i = 0; i < n; i++) mark(s, vars[i]);
    else vec_append(&s->feeds.data[assigned_by(&s->r->live, c)], vars, n);
}

static void close_relevant(slicer *s) {
    while (s->stack.size) {
        uint32_t var = vec_pop(&s->stack);
        for (uint32_t i = 0; i < s->feeds.data[var].size; i++) mark(s, s->feeds.data[var].data[i]);
    }
}

static bool is_kept(slicer *s, cmd c) {
    const program *p = s->r->p;
    if (bits_has(&s->relevant, assigned_by(&s->r->live, c))) return true;
    return cmd_kind_of(p, c) == CMD_HAVOC && bits_has(&s->used_inputs, cmd_input(p, c));
}

static cmd sliced(slicer *s, cmd c) {
    program *p = s->r->p;
    enum cmd_kind k = cmd_kind_of(p, c);
    if (k == CMD_ASSIGN || k == CMD_HAVOC) return is_kept(s, c) ? c : cmd_skip(p);
    if (k != CMD_SEQ && k != CMD_CHOICE) return c;
    cmd_vec parts = {0};
    for (uint32_t i = 0, n = cmd_size(p, c); i < n; i++)
        vec_push(&parts, sliced(s, cmd_part(p, c, i)));
    cmd out =
        k == CMD_SEQ ? cmd_seq(p, parts.size, parts.data) : cmd_join_n(p, parts.size, parts.data);
    vec_release(&parts);
    return out;
}

/* An input that also feeds a relevant variable keeps all its havocs, so that the order of its
 * values is kept. */
static void note_inputs(slicer *s, cmd c) {
    const program *p = s->r->p;
    for (uint32_t i = 0, n = cmd_size(p, c); i < n; i++) note_inputs(s, cmd_part(p, c, i));
    if (cmd_kind_of(p, c) != CMD_HAVOC || cmd_input(p, c) == NO_INPUT) return;
    if (bits_has(&s->relevant, assigned_by(&s->r->live, c)))
        bits_add(&s->used_inputs, cmd_input(p, c));
}

void reduce_slice_variables(reducer *r) {
    LOG("reduce", "slice %u variables", r->p->variables.size);
    program *p = r->p;
    slicer s = {.r = r};
    vec_resize(&s.feeds, p->variables.size);
    for (edge_id i = {0}; i.id < p->edges.size; i.id++)
        if (!p->edges.data[i.id].removed) scan(&s, p->edges.data[i.id].command);
    close_relevant(&s);
    for (edge_id i = {0}; i.id < p->edges.size; i.id++)
        if (!p->edges.data[i.id].removed) note_inputs(&s, p->edges.data[i.id].command);
    for (edge_id i = {0}; i.id < p->edges.size; i.id++) {
        if (p->edges.data[i.id].removed) continue;
        cmd c = sliced(&s, p->edges.data[i.id].command);
        r->changed |= c.id != p->edges.data[i.id].command.id;
        p->edges.data[i.id].command = c;
    }
    vec_release_each(&s.feeds, vec_release);
    vec_release(&s.stack);
    bits_release(&s.relevant);
    bits_release(&s.used_inputs);
}
