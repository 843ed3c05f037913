/* Runs that never end, though no state of them need come back: a set of states that is entered and
 * that no run leaves. The set begins as one state, that of a long run at the head of a loop; an
 * engine that proves that no run from there ends finds the rest of it, as its invariant. */
#include "engine/termination/loops.h"
#include "term/value.h"

void long_run_release(long_run *r) {
    vec_release(&r->inputs.items);
    vec_release(&r->state);
    map_release(&r->given);
    *r = (long_run){0};
}

void long_run_add_input(long_run *r, values *pool, struct input_value in) {
    vec_push(&r->inputs.items, in);
    map_set(&r->given, in.input, value_to_term(pool, in.value).id);
}

static term is_in_state(const loop_set *s, const long_run *r) {
    terms *t = s->p->terms;
    const term_vec *live = &s->items.data[r->which].live;
    term all = term_true(t);
    assert(live->size == r->state.size);
    for (uint32_t i = 0; i < live->size; i++)
        all = term_and(t, all, term_eq(t, live->data[i], r->state.data[i]));
    return all;
}

/* ---- inputs ---- */

static term zero_of(terms *t, sort s) {
    values *pool = values_new(t);
    term zero = value_to_term(pool, value_default(pool, s));
    values_delete(pool);
    return zero;
}

/* An input keeps its last value. Where not every value is one of some real run, it stays open: the
 * run must not end whatever it is. */
static cmd fix_input(program *p, const long_run *r, cmd c) {
    term var = cmd_var(p, c);
    uint32_t in = cmd_input(p, c);
    const origin_info *origin = origin_about(program_input_origin(p, in));
    uint64_t given;
    if (origin->direction == ORIGIN_OVER && !origin->zero_is_real) return c;
    sort s = term_sort(p->terms, var);
    bool chosen = origin->direction == ORIGIN_FREE && map_get(&r->given, in, &given) &&
                  same_sort(term_sort(p->terms, (term){(uint32_t)given}), s);
    term kept = chosen ? (term){(uint32_t)given} : zero_of(p->terms, s);
    return cmd_assign(p, var, kept);
}

static cmd fix_inputs(program *p, const long_run *r, cmd c) {
    enum cmd_kind k = cmd_kind_of(p, c);
    if (k == CMD_HAVOC) return fix_input(p, r, c);
    if (k != CMD_SEQ && k != CMD_CHOICE) return c;
    cmd_vec parts = {0};
    for (uint32_t i = 0; i < cmd_size(p, c); i++)
        vec_push(&parts, fix_inputs(p, r, cmd_part(p, c, i)));
    c = (k == CMD_SEQ ? cmd_seq : cmd_choice)(p, parts.size, parts.data);
    vec_release(&parts);
    return c;
}

/* ---- ends ---- */

static bool speaks_of(terms *t, term a, term var) {
    map seen = {0};
    term_vec vars = {0};
    bool found = false;
    term_vars(t, a, &seen, &vars);
    for (uint32_t i = 0; i < vars.size; i++) found |= same(vars.data[i], var);
    map_release(&seen);
    vec_release(&vars);
    return found;
}

/* Where the command can be executed and `after` holds then, whatever the open inputs are.
 * Direction: it may be false where some value would do. */
static term can_execute(program *p, cmd c, term after) {
    terms *t = p->terms;
    switch (cmd_kind_of(p, c)) {
    case CMD_SKIP: return after;
    case CMD_ASSUME: return term_and(t, cmd_term(p, c), after);
    case CMD_HAVOC: return speaks_of(t, after, cmd_var(p, c)) ? term_false(t) : after;
    case CMD_ASSIGN: {
        substitution by = {0};
        subst_set(&by, t, cmd_var(p, c), cmd_term(p, c));
        after = subst_apply(&by, t, after);
        subst_release(&by);
        return after;
    }
    case CMD_SEQ:
        for (uint32_t i = cmd_size(p, c); i--;) after = can_execute(p, cmd_part(p, c, i), after);
        return after;
    case CMD_CHOICE: break;
    }
    term any = term_false(t);
    for (uint32_t i = 0; i < cmd_size(p, c); i++)
        any = term_or(t, any, can_execute(p, cmd_part(p, c, i), after));
    return any;
}

/* A run at `l` that cannot go on ends. */
static void fail_at_end(program *p, loc l, loc ended) {
    terms *t = p->terms;
    const edge_id *out;
    term goes_on = term_false(t);
    uint32_t n = program_out(p, l, &out);
    for (uint32_t i = 0; i < n; i++)
        goes_on =
            term_or(t, goes_on, can_execute(p, p->edges.data[out[i].id].command, term_true(t)));
    if (!term_is_true(t, goes_on))
        program_add_edge(p, l, ended, cmd_assume(p, term_not(t, goes_on)),
                         p->locations.data[l.id].at);
}

program *loop_kept(const loop_set *s, const long_run *r) {
    program *p = program_clone(s->p);
    loc head = s->items.data[r->which].head, start = program_add_location(p, (position){0});
    position at = p->locations.data[head.id].at;
    loc ended = program_add_location(p, at);
    uint32_t locations = s->p->locations.size;
    program_set_error(p, ended,
                      program_add_known_property(p, PROPERTY_TERMINATION, "the run ends"));
    for (uint32_t i = 0; i < s->p->edges.size; i++) {
        edge *e = &p->edges.data[i];
        if (e->removed) continue;
        if (loop_is_endless(s, e->to)) e->to = ended; /* a step is over */
        e->command = fix_inputs(p, r, e->command);
    }
    program_changed(p);
    for (loc l = {0}; l.id < locations; l.id++)
        if (!p->locations.data[l.id].property) fail_at_end(p, l, ended);
    program_add_edge(p, start, head, cmd_assume(p, is_in_state(s, r)), at);
    p->start = start;
    p->accessed = (term){0}; /* of the state that it starts in no flow is known */
    program_changed(p);
    return p;
}

program *loop_state_met(const loop_set *s, const long_run *r) {
    program *p = program_clone(s->p);
    loc head = s->items.data[r->which].head;
    position at = p->locations.data[head.id].at;
    loc met = program_add_location(p, at), error = program_add_location(p, at);
    term is_there = is_in_state(s, r);
    program_set_error(
        p, error,
        program_add_known_property(p, PROPERTY_TERMINATION, "from here the run never ends"));
    for (uint32_t i = 0; i < s->p->edges.size; i++) {
        edge *e = &p->edges.data[i];
        if (!e->removed && same_loc(e->to, head)) e->to = met;
    }
    program_changed(p);
    program_add_edge(p, met, error, cmd_assume(p, is_there), at);
    program_add_edge(p, met, head, cmd_assume(p, term_not(p->terms, is_there)), at);
    return p;
}
