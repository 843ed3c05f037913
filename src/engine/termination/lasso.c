/* Runs that come back to a state: the program remembers a state at the head of a loop, and fails
 * where it comes there again in the same one. */
#include "base/fail.h"
#include "base/log.h"
#include "engine/termination/loops.h"

typedef struct {
    program *p;
    const loop_facts *l;
    term saved, now; /* Booleans: a state is remembered; this one is to be */
    term_vec copies;
} lasso;

static term new_variable(program *p, const char *stem, loc head, sort s) {
    assert_debug(head.id < p->locations.size);
    char *name = mem_format("%%%s of L%u", stem, head.id);
    variable v = {.var = term_var(p->terms, name, s)};
    program_add_variable(p, v);
    mem_free(name);
    return v.var;
}

static void make_variables(lasso *x) {
    program *p = x->p;
    x->saved = new_variable(p, "saved", x->l->head, sort_bool(p->terms));
    x->now = new_variable(p, "save", x->l->head, sort_bool(p->terms));
    for (uint32_t i = 0; i < x->l->live.size; i++) {
        char *stem = mem_format("copy %u", i);
        vec_push(&x->copies,
                 new_variable(p, stem, x->l->head, term_sort(p->terms, x->l->live.data[i])));
        mem_free(stem);
    }
}

static term is_repeated(const lasso *x) {
    terms *t = x->p->terms;
    term all = x->saved;
    for (uint32_t i = 0; i < x->copies.size; i++)
        all = term_and(t, all, term_eq(t, x->copies.data[i], x->l->live.data[i]));
    return all;
}

static cmd save_or_not(const lasso *x, uint32_t in) {
    program *p = x->p;
    terms *t = p->terms;
    cmd_vec parts = {0};
    term save = term_and(t, x->now, term_not(t, x->saved));
    vec_push(&parts, cmd_havoc(p, x->now, in));
    for (uint32_t i = 0; i < x->copies.size; i++)
        vec_push(&parts, cmd_assign(p, x->copies.data[i],
                                    term_ite(t, save, x->l->live.data[i], x->copies.data[i])));
    vec_push(&parts, cmd_assign(p, x->saved, term_or(t, x->saved, x->now)));
    cmd all = cmd_seq(p, parts.size, parts.data);
    vec_release(&parts);
    return all;
}

/* Nothing is remembered at the start, nor from one round of an endless loop to the next. */
static void forget_on(lasso *x, edge *e) {
    cmd forget = cmd_assign(x->p, x->saved, term_false(x->p->terms));
    e->command = cmd_seq(x->p, 2, (cmd[]){forget, e->command});
}

static void redirect(lasso *x, const loop_set *s, loc again) {
    for (uint32_t i = 0; i < s->p->edges.size; i++) {
        edge *e = &x->p->edges.data[i];
        if (e->removed) continue;
        if (same_loc(e->from, x->p->start) || loop_is_endless(s, e->to)) forget_on(x, e);
        if (same_loc(e->to, x->l->head)) e->to = again;
    }
    program_changed(x->p);
}

program *loop_repeated(const loop_set *s, uint32_t which, uint32_t *save) {
    assert_debug(which < s->items.size);
    LOG("termination", "a state of loop %u comes back", which);
    lasso x = {.p = program_clone(s->p), .l = &s->items.data[which]};
    program *p = x.p;
    position at = p->locations.data[x.l->head.id].at;
    make_variables(&x);
    *save = program_add_input(p, (input){.origin = ORIGIN_NONDET,
                                         .name = program_name(p, INPUT_REPEATED),
                                         .type = program_name(p, "_Bool"),
                                         .at = at});
    loc again = program_add_location(p, at), error = program_add_location(p, at),
        choose = program_add_location(p, at);
    program_set_error(p, error,
                      program_add_known_property(p, PROPERTY_TERMINATION,
                                                 "the run comes back to a state, and never ends"));
    redirect(&x, s, again);
    term repeated = is_repeated(&x);
    program_add_edge(p, again, error, cmd_assume(p, repeated), at);
    program_add_edge(p, again, choose, cmd_assume(p, term_not(p->terms, repeated)), at);
    program_add_edge(p, choose, x.l->head, save_or_not(&x, *save), at);
    vec_release(&x.copies);
    return p;
}
