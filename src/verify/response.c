/* Response as termination: a run of the step function goes on as it likes, and at some step where a
 * response is due an input sends it into a copy of the program that ends where none is due any
 * more. A run that stays in the copy is one in which the response never comes. */
#include "verify/termination.h"
#include "verify/termination_internal.h"
#include "verify/verify_internal.h"

#include <string.h>

typedef struct {
    program *p;
    loc head; /* of the loop around the step function */
    term pending;
    uint32_t locations; /* before the copy: that of a location l is l + locations */
} response;

static term truth_of(terms *t, term a) {
    return term_is_bool(t, a) ? a : term_not(t, term_eq(t, a, term_bv(t, term_width(t, a), 0)));
}

static bool find_pending(response *x, const char *name) {
    const program *p = x->p;
    for (uint32_t i = 0; i < p->variables.size; i++) {
        const variable *v = &p->variables.data[i];
        if (!v->name || strcmp(program_text(p, v->name), name)) continue;
        if (!term_is_bool(p->terms, v->var) && !sort_is_bv(p->terms, term_sort(p->terms, v->var)))
            continue;
        x->pending = truth_of(p->terms, v->var);
        return true;
    }
    return false;
}

static loc copied(const response *x, loc l) { return (loc){l.id + x->locations}; }

static void copy_locations(response *x) {
    program *p = x->p;
    for (loc l = {0}; l.id < x->locations; l.id++) {
        loc copy = program_add_location(p, p->locations.data[l.id].at);
        uint32_t origin = p->locations.data[copy.id].origin.id;
        p->locations.data[copy.id] = p->locations.data[l.id];
        p->locations.data[copy.id].origin.id = origin;
    }
}

/* Edges to the head go to `choose`, and in the copy to `due`. */
static void copy_edges(response *x, loc choose, loc due) {
    program *p = x->p;
    uint32_t edges = p->edges.size;
    for (uint32_t i = 0; i < edges; i++) {
        edge e = p->edges.data[i];
        if (e.removed) continue;
        bool back = same_loc(e.to, x->head);
        if (back) p->edges.data[i].to = choose;
        if (!same_loc(e.from, p->start))
            program_add_edge(p, copied(x, e.from), back ? due : copied(x, e.to), e.command, e.at);
    }
    program_changed(p);
}

static void build(response *x) {
    program *p = x->p;
    terms *t = p->terms;
    position at = p->locations.data[x->head.id].at;
    variable watch = {.var = term_var(t, "%watch", sort_bool(t))};
    uint32_t in = program_add_input(p, (input){.origin = ORIGIN_NONDET,
                                               .name = program_name(p, "the response never comes"),
                                               .type = program_name(p, "_Bool"),
                                               .at = at});
    x->locations = p->locations.size;
    program_add_variable(p, watch);
    copy_locations(x);
    loc choose = program_add_location(p, at), chosen = program_add_location(p, at),
        due = program_add_location(p, at), ended = program_add_location(p, at);
    copy_edges(x, choose, due);
    term goes = term_and(t, watch.var, x->pending);
    program_add_edge(p, choose, chosen, cmd_havoc(p, watch.var, in), at);
    program_add_edge(p, chosen, x->head, cmd_assume(p, term_not(t, goes)), at);
    program_add_edge(p, chosen, copied(x, x->head), cmd_assume(p, goes), at);
    program_add_edge(p, due, copied(x, x->head), cmd_assume(p, x->pending), at);
    program_add_edge(p, due, ended, cmd_assume(p, term_not(t, x->pending)), at);
    program_mark_cuts(p);
}

/* The program before the copy need not end. */
static void exempt(const response *x, loop_set *s) {
    for (uint32_t i = 0; i < s->items.size; i++) {
        uint32_t head = s->items.data[i].head.id;
        s->items.data[i].endless = head < x->locations || head >= 2 * x->locations;
    }
}

static bool find_head(const verify_options *o, verification *v, loc *head) {
    termination x;
    bool found = termination_begin(&x, o, v);
    for (uint32_t i = 0; found && i < x.loops.items.size; i++)
        if (x.loops.items.data[i].endless) *head = x.loops.items.data[i].head;
    termination_end(&x);
    return found;
}

void verify_response(const verify_options *o, const char *pending, verification *v) {
    verify_model m = termination_model(o);
    termination x;
    m.load.checks |= CHECK_UNREACH; /* the monitor's own error, which is no function of the user */
    verification_init(v, o, &m);
    if (!termination_load(o, v)) return;
    response r = {.p = v->unreduced, .head = NO_LOC};
    if (!find_head(o, v, &r.head)) return;
    verify_unknown(v, "no measure of the steps to the response was found");
    if (!find_pending(&r, pending)) {
        verify_unknown(v, "what is due is in memory");
        return;
    }
    build(&r);
    termination_begin_all(&x, o, v);
    exempt(&r, &x.loops);
    termination_decide(&x);
    termination_end(&x);
}
