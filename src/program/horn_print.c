/* Programs as linear constrained Horn clauses: a predicate for each location over all variables, a
 * clause for each edge.
 *
 * A run that reaches an error is a derivation of false: the clauses are satisfiable exactly where
 * the program is safe. Read back by the front end they are the same automaton. */
#include "program/semantics.h"
#include "program/text_form.h"
#include "term/smtlib.h"

#include <stdio.h>

typedef struct {
    program *p;
    terms *t;
    text *out;
    text side; /* definitions that a term would need outside its clause */
} horn_printer;

static void print_term(horn_printer *h, term a) { smtlib_portable(h->t, a, h->out, &h->side); }

/* The predicate of a location, applied to each variable's value after `tr` (NULL: before anything
 * happened). */
static void print_atom(horn_printer *h, loc l, const transition *tr) {
    substitution s = {0};
    for (uint32_t i = 0; tr && i < tr->assigned.size; i++)
        subst_set(&s, h->t, tr->assigned.data[i], tr->next.data[i]);
    text_print(h->out, h->p->variables.size ? "(at_%u" : "at_%u", l.id);
    for (uint32_t i = 0; i < h->p->variables.size; i++) {
        text_char(h->out, ' ');
        print_term(h, subst_apply(&s, h->t, h->p->variables.data[i].var));
    }
    if (h->p->variables.size) text_char(h->out, ')');
    subst_release(&s);
}

static void print_binder(horn_printer *h, term var, bool first) {
    text_add(h->out, first ? "(" : " (");
    smtlib_symbol(term_name(h->t, var), h->out);
    text_char(h->out, ' ');
    smtlib_sort(h->t, term_sort(h->t, var), h->out);
    text_char(h->out, ')');
}

/* (assert (forall (...) ...: returns how many brackets close it. */
static const char *open_clause(horn_printer *h, const transition *tr) {
    uint32_t n = h->p->variables.size, m = tr ? tr->locals.size : 0;
    text_add(h->out, "(assert ");
    if (!n && !m) return ")\n";
    text_add(h->out, "(forall (");
    for (uint32_t i = 0; i < n; i++) print_binder(h, h->p->variables.data[i].var, !i);
    for (uint32_t i = 0; i < m; i++) print_binder(h, tr->locals.data[i], !n && !i);
    text_add(h->out, ") ");
    return "))\n";
}

static void print_edge(horn_printer *h, edge_id id) {
    const edge *g = &h->p->edges.data[id.id];
    transition tr = {0};
    char stamp[32];
    snprintf(stamp, sizeof stamp, "horn%u", id.id);
    transition_make(h->p, g->command, stamp, &tr);
    const char *close = open_clause(h, &tr);
    text_add(h->out, "(=> (and ");
    print_atom(h, g->from, NULL);
    text_char(h->out, ' ');
    print_term(h, tr.formula);
    text_add(h->out, ") ");
    print_atom(h, g->to, &tr);
    text_print(h->out, ")%s", close);
    transition_release(&tr);
}

static void print_declarations(horn_printer *h) {
    text_add(h->out, "(set-logic HORN)\n");
    for (loc l = {0}; l.id < h->p->locations.size; l.id++) {
        text_print(h->out, "(declare-fun at_%u (", l.id);
        for (uint32_t i = 0; i < h->p->variables.size; i++) {
            if (i) text_char(h->out, ' ');
            smtlib_sort(h->t, term_sort(h->t, h->p->variables.data[i].var), h->out);
        }
        text_add(h->out, ") Bool)\n");
    }
}

static void print_error(horn_printer *h, loc l) {
    const char *close = open_clause(h, NULL);
    text_add(h->out, "(=> ");
    print_atom(h, l, NULL);
    text_print(h->out, " false)%s", close);
}

bool horn_print(program *p, text *out) {
    assert_debug(p->start.id < p->locations.size);
    horn_printer h = {.p = p, .t = p->terms, .out = out};
    print_declarations(&h);
    const char *close = open_clause(&h, NULL);
    print_atom(&h, p->start, NULL);
    text_add(out, close);
    for (edge_id i = {0}; i.id < p->edges.size; i.id++)
        if (!p->edges.data[i.id].removed) print_edge(&h, i);
    for (loc l = {0}; l.id < p->locations.size; l.id++)
        if (program_is_error(p, l)) print_error(&h, l);
    text_add(out, "(check-sat)\n");
    bool closed = !h.side.size;
    text_release(&h.side);
    return closed;
}
