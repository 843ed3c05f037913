#include "program/summary.h"
#include "base/log.h"

void summaries_release(program *p) {
    for (uint32_t i = 0; i < p->summaries.size; i++) {
        vec_release(&p->summaries.data[i].parts);
        vec_release(&p->summaries.data[i].guesses);
        vec_release(&p->summaries.data[i].given);
    }
    vec_release(&p->summaries);
}

void summaries_copy(program *to, const program *from) {
    for (uint32_t i = 0; i < from->summaries.size; i++) {
        const summary *s = &from->summaries.data[i];
        summary copy = {.name = s->name,
                        .set = s->set,
                        .body = s->body,
                        .entered = s->entered,
                        .property = s->property};
        vec_append(&copy.given, s->given.data, s->given.size);
        vec_append(&copy.parts, s->parts.data, s->parts.size);
        vec_append(&copy.guesses, s->guesses.data, s->guesses.size);
        vec_push(&to->summaries, copy);
    }
}

static uint32_t width_of(const program *p, const summary *s) {
    uint32_t width = 0;
    for (uint32_t i = 0; i < s->parts.size; i++) width += term_width(p->terms, s->parts.data[i]);
    return width;
}

void summary_open(program *p, const char *name, uint32_t n, const term *parts, uint32_t broken) {
    assert_debug(broken < p->properties.size);
    assert_debug(terms_are_there(p->terms, n, parts));
    LOG("program", "open a summary of %s with %u parts", name, n);
    summary s = {.name = program_name(p, name), .body = NO_LOC, .property = broken};
    s.entered = NO_LOC;
    vec_append(&s.parts, parts, n);
    sort set = sort_array(p->terms, sort_bv(p->terms, width_of(p, &s)), sort_bv(p->terms, 1));
    s.set = term_fresh(p->terms, "summary", set);
    program_add_variable(p, (variable){.var = s.set});
    vec_push(&p->summaries, s);
}

static term index_of(terms *t, uint32_t n, const term *point) {
    term index = point[0];
    for (uint32_t i = 1; i < n; i++) index = term_2(t, OP_CONCAT, index, point[i]);
    return index;
}

term summary_member(program *p, uint32_t which, const term *point) {
    assert_debug(which < p->summaries.size);
    const summary *s = &p->summaries.data[which];
    term bit = term_select(p->terms, s->set, index_of(p->terms, s->parts.size, point));
    return term_eq(p->terms, bit, term_bv(p->terms, 1, 1));
}

/* ---- reading ---- */

static bool is_set(const program *p, term a, uint32_t *which) {
    for (*which = 0; *which < p->summaries.size; ++*which)
        if (same(p->summaries.data[*which].set, a)) return true;
    return false;
}

static void add_point(const program *p, const summary *s, term index, term_vec *point) {
    uint32_t high = term_width(p->terms, index);
    for (uint32_t i = 0; i < s->parts.size; i++) {
        uint32_t width = term_width(p->terms, s->parts.data[i]);
        vec_push(point, term_extract(p->terms, high - 1, high - width, index));
        high -= width;
    }
}

static bool is_bit(const program *p, term a, uint32_t *which, term_vec *point) {
    const terms *t = p->terms;
    if (term_op(t, a) != OP_SELECT || !is_set(p, term_arg(t, a, 0), which)) return false;
    add_point(p, &p->summaries.data[*which], term_arg(t, a, 1), point);
    return true;
}

bool summary_is_member(const program *p, term a, uint32_t *which, term_vec *point) {
    assert_debug(term_is_there(p->terms, a));
    const terms *t = p->terms;
    if (term_op(t, a) != OP_EQ) return false;
    term one = term_bv(p->terms, 1, 1);
    for (uint32_t i = 0; i < 2; i++)
        if (same(term_arg(t, a, i), one) && is_bit(p, term_arg(t, a, 1 - i), which, point))
            return true;
    return false;
}

bool summary_is_mentioned(const program *p, term a) {
    assert_debug(term_is_there(p->terms, a));
    for (uint32_t i = 0; i < p->summaries.size; i++)
        if (term_mentions(p->terms, a, p->summaries.data[i].set)) return true;
    return false;
}

/* ---- closing ---- */

static term formula_at(const summary_closing *c, uint32_t which, const term_vec *point) {
    const summary *s = &c->p->summaries.data[which];
    substitution at = {0};
    for (uint32_t i = 0; i < point->size; i++)
        subst_set(&at, c->p->terms, s->parts.data[i], point->data[i]);
    term formula = subst_apply(&at, c->p->terms, c->formulas[which]);
    subst_release(&at);
    return formula;
}

/* Points may hold memberships, too. */
static term close_parts(summary_closing *c, term a) {
    terms *t = c->p->terms;
    term_vec args = {0};
    for (uint32_t i = 0; i < term_arity(t, a); i++)
        vec_push(&args, summary_close_term(c, term_arg(t, a, i)));
    term rebuilt = args.size ? term_rebuild(t, a, args.data) : a;
    vec_release(&args);
    return rebuilt;
}

term summary_close_term(summary_closing *c, term a) {
    uint64_t known;
    uint32_t which;
    term_vec point = {0};
    terms *t = c->p->terms;
    if (map_get(&c->memo, a.id, &known)) return (term){(uint32_t)known};
    term closed = {0};
    if (is_bit(c->p, a, &which, &point)) {
        for (uint32_t i = 0; i < point.size; i++)
            point.data[i] = summary_close_term(c, point.data[i]);
        closed = term_ite(t, formula_at(c, which, &point), term_bv(t, 1, 1), term_bv(t, 1, 0));
    } else closed = summary_is_mentioned(c->p, a) ? close_parts(c, a) : a;
    map_set(&c->memo, a.id, closed.id);
    vec_release(&point);
    return closed;
}

static cmd close_all(summary_closing *c, program *p, cmd command) {
    assert_debug(cmds_are_there(p, 1, &command));
    cmd_vec parts = {0};
    for (uint32_t i = 0; i < cmd_size(p, command); i++)
        vec_push(&parts, summary_close_command(c, p, cmd_part(p, command, i)));
    bool choice = cmd_kind_of(p, command) == CMD_CHOICE;
    cmd all = (choice ? cmd_choice : cmd_seq)(p, parts.size, parts.data);
    vec_release(&parts);
    return all;
}

cmd summary_close_command(summary_closing *c, program *p, cmd command) {
    assert_debug(cmds_are_there(p, 1, &command));
    switch (cmd_kind_of(p, command)) {
    case CMD_ASSIGN:
        return cmd_assign(p, cmd_var(p, command), summary_close_term(c, cmd_term(p, command)));
    case CMD_ASSUME: return cmd_assume(p, summary_close_term(c, cmd_term(p, command)));
    case CMD_SEQ:
    case CMD_CHOICE: return close_all(c, p, command);
    default: return command;
    }
}

void summaries_close(summary_closing *c, program *p) {
    LOG("program", "close %u summaries", p->summaries.size);
    for (uint32_t i = 0; i < p->edges.size; i++)
        if (!p->edges.data[i].removed)
            p->edges.data[i].command = summary_close_command(c, p, p->edges.data[i].command);
    program_changed(p);
}
