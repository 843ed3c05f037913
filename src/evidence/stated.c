#include "evidence/stated.h"
#include "base/log.h"
#include "program/loopless.h"
#include "program/summary.h"
#include "term/smtlib.h"

#include <stdlib.h>

void stated_release(stated_proof *s) {
    vec_release(&s->invariant);
    vec_release(&s->ghosts);
    vec_release(&s->summaries);
    vec_release(&s->guards);
    vec_release(&s->instances);
    memset(s, 0, sizeof *s);
}

/* ---- the subject ---- */

bool stated_of_program(const program *p, term a) {
    assert_debug(term_is_there(p->terms, a));
    term_vec vars = {0};
    bool good = true;
    term_vars(p->terms, a, NULL, &vars);
    for (uint32_t i = 0; i < vars.size; i++) good &= program_variable(p, vars.data[i]) != NULL;
    vec_release(&vars);
    return good;
}

/* Direction: keeps every violation, since a run to the error exists with each value of a ghost, so
 * with the one that the index has at its end. Equal to two indices, it would lose those where they
 * differ. */
static bool may_guard(const program *p, const stated_proof *s, uint32_t number) {
    const struct ghost_guard *g = &s->guards.data[number];
    if (g->edge.id >= p->edges.size || p->edges.data[g->edge.id].removed) return false;
    if (!program_is_error(p, p->edges.data[g->edge.id].to)) return false;
    for (uint32_t i = 0; i < number; i++)
        if (same_edge(s->guards.data[i].edge, g->edge) && same(s->guards.data[i].var, g->var))
            return false;
    return terms_have(&s->ghosts, g->var) && stated_of_program(p, g->index) &&
           same_sort(term_sort(p->terms, g->var), term_sort(p->terms, g->index));
}

/* The certificate asks there whether the invariant holds, for every value of the ghosts. Direction:
 * keeps every run, by induction over its steps; where the invariant fails for some value, the proof
 * of the step that led there fails. */
static bool may_instantiate(const program *p, const stated_proof *s,
                            const struct ghost_instance *g) {
    if (s->kind != PROOF_INVARIANT || g->at.id >= p->locations.size) return false;
    const location *l = &p->locations.data[g->at.id];
    return l->cut && !same_loc(g->at, p->start) && !l->property && terms_have(&s->ghosts, g->var) &&
           stated_of_program(p, g->index) &&
           same_sort(term_sort(p->terms, g->var), term_sort(p->terms, g->index));
}

static bool has_guard(const stated_proof *s, term var) {
    for (uint32_t i = 0; i < s->guards.size; i++)
        if (same(s->guards.data[i].var, var)) return true;
    return false;
}

/* Direction: keeps every run, since nothing but the invariant reads the ghost. One that has a guard
 * is one that never changes. */
static bool may_enter(const program *p, const stated_proof *s, const struct ghost_instance *g) {
    if (s->kind != PROOF_LOOPLESS || g->at.id >= p->locations.size) return false;
    return p->locations.data[g->at.id].cut && terms_have(&s->ghosts, g->var) &&
           !has_guard(s, g->var) && stated_of_program(p, g->index) &&
           same_sort(term_sort(p->terms, g->var), term_sort(p->terms, g->index));
}

static void add_guard(program *p, const struct ghost_guard *g) {
    edge *e = &p->edges.data[g->edge.id];
    cmd guard = cmd_assume(p, term_eq(p->terms, g->var, g->index));
    cmd both = cmd_seq(p, 2, (cmd[]){e->command, guard});
    p->edges.data[g->edge.id].command = both;
}

static void add_instance(program *p, const struct ghost_instance *g, term invariant) {
    substitution s = {0};
    const edge_id *out;
    subst_set(&s, p->terms, g->var, g->index);
    cmd holds = cmd_assume(p, subst_apply(&s, p->terms, invariant));
    for (uint32_t k = 0, n = program_out(p, g->at, &out); k < n; k++)
        p->edges.data[out[k].id].command =
            cmd_seq(p, 2, (cmd[]){holds, p->edges.data[out[k].id].command});
    subst_release(&s);
}

static const char *add_assumptions(program *p, const program *original, const stated_proof *s) {
    for (uint32_t i = 0; i < s->guards.size; i++)
        if (!may_guard(original, s, i)) return "an assumption about a ghost that could lose a run";
        else add_guard(p, &s->guards.data[i]);
    for (uint32_t i = 0; i < s->instances.size; i++) {
        const struct ghost_instance *g = &s->instances.data[i];
        bool enters = may_enter(original, s, g);
        if (!enters && !may_instantiate(original, s, g)) return "an instance that nothing proves";
        if (enters) loop_enter(p, g->at, g->var, g->index);
        else if (g->at.id < s->invariant.size && s->invariant.data[g->at.id].id)
            add_instance(p, g, s->invariant.data[g->at.id]);
    }
    return NULL;
}

/* Direction: exact. Where a body ends, its run is in the set, or fails. */
static void close_summaries(program *p, const stated_proof *s) {
    summary_closing c = {.p = p, .formulas = s->summaries.data};
    summaries_close(&c, p);
    map_release(&c.memo);
}

program *stated_subject(program *original, const stated_proof *s, const char **why) {
    program *p = program_clone(original);
    *why = NULL;
    if (s->summaries.size) close_summaries(p, s);
    for (uint32_t i = 0; i < s->ghosts.size && !*why; i++) {
        variable v = {.var = s->ghosts.data[i], .ghost = true};
        if (program_variable(p, v.var)) *why = "a ghost that the program itself can change";
        else program_add_variable(p, v);
    }
    if (!*why) *why = add_assumptions(p, original, s);
    if (!*why) return p;
    program_delete(p);
    return NULL;
}

/* ---- printing ---- */

static void print_model(const load_options *m, text *out) {
    const model_choice *c = &m->choice;
    text_print(out, "(model %u %u %d %d %d)", c->recursion_depth, c->heap_instances, (int)c->heap,
               (int)c->memory, (int)c->calls);
}

static void print_use(terms *t, uint32_t at, term var, term index, text *out) {
    text_print(out, " (%u ", at);
    smtlib_symbol(term_name(t, var), out);
    text_char(out, ' ');
    smtlib_term(t, index, out);
    text_char(out, ')');
}

static void print_ghosts(terms *t, const stated_proof *s, text *out) {
    text_add(out, "(ghosts");
    for (uint32_t i = 0; i < s->ghosts.size; i++) {
        text_add(out, " (");
        smtlib_symbol(term_name(t, s->ghosts.data[i]), out);
        text_char(out, ' ');
        smtlib_sort(t, term_sort(t, s->ghosts.data[i]), out);
        text_char(out, ')');
    }
    text_add(out, ")(guards");
    for (uint32_t i = 0; i < s->guards.size; i++)
        print_use(t, s->guards.data[i].edge.id, s->guards.data[i].var, s->guards.data[i].index,
                  out);
    text_add(out, ")(instances");
    for (uint32_t i = 0; i < s->instances.size; i++)
        print_use(t, s->instances.data[i].at.id, s->instances.data[i].var,
                  s->instances.data[i].index, out);
    text_char(out, ')');
}

static void print_summaries(terms *t, const stated_proof *s, text *out) {
    text_add(out, "(summaries");
    for (uint32_t i = 0; i < s->summaries.size; i++) {
        text_char(out, ' ');
        smtlib_term(t, s->summaries.data[i], out);
    }
    text_char(out, ')');
}

static void print_invariant(terms *t, const stated_proof *s, text *out) {
    text_add(out, "(invariant");
    for (uint32_t i = 0; i < s->invariant.size; i++) {
        if (!s->invariant.data[i].id || term_is_true(t, s->invariant.data[i])) continue;
        text_print(out, " (%u ", i);
        smtlib_term(t, s->invariant.data[i], out);
        text_char(out, ')');
    }
    text_char(out, ')');
}

void stated_print(const program *p, const stated_proof *s, const load_options *loaded,
                  const char *measures, text *out) {
    text line = {0};
    print_model(loaded, &line);
    if (measures) text_add(&line, measures);
    text_print(&line, "(proof %d %u %d)", (int)s->kind, s->k, s->small_factors);
    print_ghosts(p->terms, s, &line);
    if (s->summaries.size) print_summaries(p->terms, s, &line);
    print_invariant(p->terms, s, &line);
    bool fits = true;
    for (size_t i = 0; i < line.size; i++) fits &= line.data[i] >= ' ';
    if (fits) {
        text_add(out, ";@ ");
        text_bytes(out, line.data, line.size);
        text_char(out, '\n');
    }
    text_release(&line);
}

/* ---- reading ---- */

typedef struct {
    sexps *from;
    smt_scope *scope;
    program *p;
    stated_proof *s;
    input_error error;
} statement_reader;

/* The line of the statement, parsed; NULL: there is none. */
static sexps *open_statement(const text *certificate) {
    input_error error = {0};
    const char *at = certificate->data ? strstr(certificate->data, "\n;@ ") : NULL;
    return at ? sexps_parse(at + 4, strcspn(at + 4, "\n"), "statement", &error) : NULL;
}

static bool is_section(const sexps *from, sexp e, const char *name) {
    const char *head =
        sexp_is_list(from, e) && sexp_size(from, e) ? sexp_atom(from, sexp_at(from, e, 0)) : NULL;
    return head && !strcmp(head, name);
}

static sexp section(const sexps *from, const char *name) {
    for (uint32_t i = 0; i < sexps_count(from); i++)
        if (is_section(from, sexps_at(from, i), name)) return sexps_at(from, i);
    return (sexp){0};
}

static bool number_at(const sexps *from, sexp list, uint32_t i, uint32_t *out) {
    const char *atom = i < sexp_size(from, list) ? sexp_atom(from, sexp_at(from, list, i)) : NULL;
    char *end;
    if (!atom) return false;
    unsigned long long n = strtoull(atom, &end, 10);
    *out = (uint32_t)n;
    return end != atom && !*end && n <= UINT32_MAX;
}

bool stated_model(const text *certificate, load_options *m) {
    enum { NUMBERS = 5 };
    uint32_t x[NUMBERS];
    sexps *from = open_statement(certificate);
    sexp e = from ? section(from, "model") : (sexp){0};
    bool good = e.id && sexp_size(from, e) == NUMBERS + 1;
    for (uint32_t i = 0; i < NUMBERS && good; i++) good = number_at(from, e, i + 1, &x[i]);
    good = good && x[2] <= HEAP_BY_SIZE && x[3] <= MEMORY_AND_CALLERS_FORGOTTEN &&
           (x[4] == CALLS_INLINED || x[4] == CALLS_RETURN_ANY || x[4] == CALLS_SUMMARIZED);
    if (good) {
        m->choice.recursion_depth = x[0], m->choice.heap_instances = x[1];
        m->choice.heap = (enum heap_objects)x[2];
        m->choice.memory = (enum memory_kept)x[3];
        m->choice.calls = (enum procedure_calls)x[4];
    }
    sexps_delete(from);
    return good;
}

bool stated_measures(const text *certificate, loop_set *s) {
    sexps *from = open_statement(certificate);
    sexp e = from ? section(from, "measures") : (sexp){0};
    bool good = e.id && loops_hear(s, from, e);
    sexps_delete(from);
    return good;
}

bool stated_long_run(const text *certificate, const loop_set *s, values *pool, long_run *r) {
    sexps *from = open_statement(certificate);
    sexp e = from ? section(from, "kept") : (sexp){0};
    bool good = e.id && long_run_hear(s, from, e, pool, r);
    sexps_delete(from);
    return good;
}

static bool read_kind(statement_reader *r, sexp e) {
    uint32_t kind, factors;
    if (!number_at(r->from, e, 1, &kind) || kind >= PROOF_KINDS ||
        !number_at(r->from, e, 2, &r->s->k) || !number_at(r->from, e, 3, &factors))
        return false;
    r->s->kind = (enum proof_kind)kind;
    r->s->small_factors = factors;
    return true;
}

static bool read_ghosts(statement_reader *r, sexp e) {
    for (uint32_t i = 1; i < sexp_size(r->from, e); i++) {
        sexp item = sexp_at(r->from, e, i);
        sort s;
        const char *name =
            sexp_size(r->from, item) == 2 ? sexp_atom(r->from, sexp_at(r->from, item, 0)) : NULL;
        if (!name || !smt_read_sort(r->scope, r->from, sexp_at(r->from, item, 1), &s, &r->error))
            return false;
        term old = term_find_var(r->p->terms, name);
        if (old.id && !same_sort(term_sort(r->p->terms, old), s)) return false;
        vec_push(&r->s->ghosts, term_var(r->p->terms, name, s));
    }
    return true;
}

/* (place ghost index) */
static bool read_use(statement_reader *r, sexp item, uint32_t *at, term *var, term *index) {
    return sexp_size(r->from, item) == 3 && number_at(r->from, item, 0, at) &&
           smt_read_term(r->scope, r->from, sexp_at(r->from, item, 1), var, &r->error) &&
           smt_read_term(r->scope, r->from, sexp_at(r->from, item, 2), index, &r->error);
}

static bool read_guards(statement_reader *r, sexp e) {
    for (uint32_t i = 1; i < sexp_size(r->from, e); i++) {
        struct ghost_guard g;
        if (!read_use(r, sexp_at(r->from, e, i), &g.edge.id, &g.var, &g.index)) return false;
        vec_push(&r->s->guards, g);
    }
    return true;
}

static bool read_instances(statement_reader *r, sexp e) {
    for (uint32_t i = 1; i < sexp_size(r->from, e); i++) {
        struct ghost_instance g;
        if (!read_use(r, sexp_at(r->from, e, i), &g.at.id, &g.var, &g.index)) return false;
        vec_push(&r->s->instances, g);
    }
    return true;
}

static bool is_over(const program *p, term formula, const term_vec *known) {
    term_vec vars = {0};
    bool good = term_is_bool(p->terms, formula);
    term_vars(p->terms, formula, NULL, &vars);
    for (uint32_t i = 0; i < vars.size; i++) {
        bool found = false;
        for (uint32_t k = 0; k < known->size; k++) found |= same(vars.data[i], known->data[k]);
        good &= found;
    }
    vec_release(&vars);
    return good;
}

/* A set of points: what else it spoke of may have one value at a call and another one where the
 * body ends. */
static bool read_summaries(statement_reader *r, sexp e) {
    uint32_t n = r->p->summaries.size;
    if (sexp_size(r->from, e) != n + 1) return false;
    for (uint32_t i = 0; i < n; i++) {
        term formula;
        if (!smt_read_term(r->scope, r->from, sexp_at(r->from, e, i + 1), &formula, &r->error) ||
            !is_over(r->p, formula, &r->p->summaries.data[i].parts))
            return false;
        vec_push(&r->s->summaries, formula);
    }
    return true;
}

/* A formula about anything else than variables of the program and ghosts is none about its states.
 */
static bool is_about(const statement_reader *r, term formula) {
    term_vec vars = {0};
    bool good = term_is_bool(r->p->terms, formula);
    term_vars(r->p->terms, formula, NULL, &vars);
    for (uint32_t i = 0; i < vars.size; i++)
        good &= program_variable(r->p, vars.data[i]) || terms_have(&r->s->ghosts, vars.data[i]);
    vec_release(&vars);
    return good;
}

static bool read_invariant(statement_reader *r, sexp e) {
    vec_resize(&r->s->invariant, r->p->locations.size);
    for (uint32_t i = 1; i < sexp_size(r->from, e); i++) {
        sexp item = sexp_at(r->from, e, i);
        uint32_t l;
        term formula;
        if (sexp_size(r->from, item) != 2 || !number_at(r->from, item, 0, &l) ||
            l >= r->p->locations.size ||
            !smt_read_term(r->scope, r->from, sexp_at(r->from, item, 1), &formula, &r->error) ||
            !is_about(r, formula))
            return false;
        r->s->invariant.data[l] = formula;
    }
    return true;
}

bool stated_read(program *p, const text *certificate, stated_proof *s) {
    LOG("evidence", "read a stated proof");
    static const struct {
        const char *name;
        bool (*read)(statement_reader *r, sexp e);
    } sections[] = {{"proof", read_kind},
                    {"ghosts", read_ghosts},
                    {"guards", read_guards},
                    {"instances", read_instances},
                    {"invariant", read_invariant}};
    statement_reader r = {.from = open_statement(certificate), .p = p, .s = s};
    bool good = r.from != NULL;
    if (good) r.scope = smt_scope_new(p->terms, "statement");
    for (size_t i = 0; good && i < sizeof sections / sizeof *sections; i++) {
        sexp e = section(r.from, sections[i].name);
        good = e.id && sections[i].read(&r, e);
    }
    sexp sets = good ? section(r.from, "summaries") : (sexp){0};
    if (sets.id || (good && p->summaries.size)) good = sets.id && read_summaries(&r, sets);
    if (r.scope) smt_scope_delete(r.scope);
    sexps_delete(r.from);
    return good;
}
