/* The text of a certificate that unrolls: definitions that the query needs, then the query. */
#include "evidence/unrolled.h"
#include "term/smtlib.h"

typedef struct {
    terms *t;
    text *out;
    map needed;   /* variables that the query depends on */
    map declared; /* variables that the text knows in this scope */
    map seen;
    term_vec vars;
} writer;

static const term_vec *variables_of(writer *w, term a) {
    map_clear(&w->seen);
    vec_clear(&w->vars);
    term_vars(w->t, a, &w->seen, &w->vars);
    return &w->vars;
}

static void need(writer *w, term a) {
    const term_vec *vars = variables_of(w, a);
    for (uint32_t i = 0; i < vars->size; i++) map_set(&w->needed, vars->data[i].id, 1);
}

/* Definitions use earlier names only, so one pass backwards finds all that is needed. */
static void find_needed(writer *w, const unrolled_query *q) {
    map_clear(&w->needed);
    for (uint32_t i = 0; i < q->formulas.size; i++) need(w, q->formulas.data[i]);
    for (uint32_t i = q->names.size; i-- > 0;)
        if (map_get(&w->needed, q->names.data[i].id, NULL)) need(w, q->values.data[i]);
}

static void declare(writer *w, term a) {
    const term_vec *vars = variables_of(w, a);
    for (uint32_t i = 0; i < vars->size; i++) {
        if (map_get(&w->declared, vars->data[i].id, NULL)) continue;
        map_set(&w->declared, vars->data[i].id, 1);
        smtlib_declare(w->t, vars->data[i], w->out);
    }
}

/* `head`, the term, `tail`; what the term needs goes before. */
static void write_with(writer *w, const char *head, term a, const char *tail) {
    text body = {0}, before = {0};
    declare(w, a);
    smtlib_portable(w->t, a, &body, &before);
    if (before.size) text_bytes(w->out, before.data, before.size);
    text_add(w->out, head);
    text_bytes(w->out, body.data, body.size);
    text_add(w->out, tail);
    text_release(&body);
    text_release(&before);
}

static void define(writer *w, term name, term a) {
    text head = {0};
    text_add(&head, "(define-fun ");
    smtlib_symbol(term_name(w->t, name), &head);
    text_add(&head, " () ");
    smtlib_sort(w->t, term_sort(w->t, name), &head);
    text_char(&head, ' ');
    write_with(w, text_string(&head), a, ")\n");
    map_set(&w->declared, name.id, 1);
    text_release(&head);
}

/* A single query needs no scope, and solvers do better without one. */
static void write_query(writer *w, const unrolled_query *q, bool alone) {
    text_print(w->out, "\n; %s. Expected: unsat\n%s", q->says, alone ? "" : "(push 1)\n");
    map_clear(&w->declared);
    find_needed(w, q);
    for (uint32_t i = 0; i < q->names.size; i++)
        if (map_get(&w->needed, q->names.data[i].id, NULL)) define(w, q->names.data[i], q->values.data[i]);
    for (uint32_t i = 0; i < q->formulas.size; i++) write_with(w, "(assert ", q->formulas.data[i], ")\n");
    text_print(w->out, "(check-sat)\n%s", alone ? "" : "(pop 1)\n");
}

static void write_head(writer *w, const char *title, enum proof_kind proof, uint32_t k) {
    text_add(w->out, "; cinch certificate 1\n; ");
    for (const char *c = title ? title : "a proof"; *c; c++) text_char(w->out, *c == '\n' ? ' ' : *c);
    text_print(w->out, "\n; Every check-sat below must answer unsat. Then no run of the program, as it was read and before\n"
                       "; any reduction, reaches an error location, %s over %u segments (the\n"
                       "; loop-free regions between cut points).\n(set-logic ALL)\n",
               proof == PROOF_UNROLLING ? "because all its runs are laid out" : "by induction", k);
}

bool unrolled_certificate(program *unreduced, const term_vec *invariant, enum proof_kind proof, uint32_t k,
                          const char *title, const budget *b, evidence *e) {
    unrolled_queries queries = {0};
    writer w = {.t = unreduced->terms, .out = &e->certificate};
    text_clear(&e->certificate);
    bool good = unrolled_prove(unreduced, invariant, proof, k, b, &queries);
    if (!good) snprintf(e->why, sizeof e->why, "the proof cannot be laid out over %u segments", k);
    if (good) write_head(&w, title, proof, k);
    for (uint32_t i = 0; good && i < queries.size; i++) write_query(&w, &queries.data[i], queries.size == 1);
    if (good) text_print(w.out, "\n; queries: %u\n", queries.size);
    e->queries = queries.size;
    map_release(&w.needed);
    map_release(&w.declared);
    map_release(&w.seen);
    vec_release(&w.vars);
    unrolled_release(&queries);
    return good;
}
