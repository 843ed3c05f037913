/* Predicates to begin with (paper 002, Sect. 3.2 and Fig. 7). Boolean variables always; by
 * --ia-mine the atoms of the initial condition and of the property, which the paper's algorithm
 * begins with, or those of all guards and assignments; by --ia-predicates those of a file, such as
 * the certificate of an earlier proof; by --ia-relate what follows from the comparisons of a guard
 * (chain.c). Any predicate is sound: it can only refine the abstraction. */
#include "base/log.h"
#include "engine/ic3/predicates/refine.h"
#include "frontend/project.h"
#include "program/liveness.h"
#include "term/smtlib.h"

bool over_program(ic3ia *e, term a) {
    assert_debug(term_is_there(e->k.t, a));
    term_vec vars = {0};
    bool good = true;
    term_vars(e->k.t, a, NULL, &vars);
    for (uint32_t i = 0; i < vars.size && good; i++)
        good = program_variable(e->k.p, vars.data[i]) != NULL;
    good = good && vars.size;
    vec_release(&vars);
    return good;
}

typedef struct {
    ic3ia *e;
    proposals out;
    loc at;
    const map *apart;    /* variables of which the predicate must not speak; NULL: none */
    substitution *after; /* names of values after an edge -> the variables; NULL: none */
    map seen;            /* terms looked through for this location */
} mining;

static void begin_at(mining *m, loc at, const map *apart, substitution *after) {
    m->at = at;
    m->apart = apart;
    m->after = after;
    map_clear(&m->seen);
}

static bool speaks_of(mining *m, term a, const map *apart) {
    term_vec vars = {0};
    bool found = false;
    term_vars(m->e->k.t, a, NULL, &vars);
    for (uint32_t i = 0; i < vars.size && !found; i++)
        found = map_get(apart, vars.data[i].id, NULL);
    vec_release(&vars);
    return found;
}

static void offer(mining *m, term atom) {
    if (m->apart && speaks_of(m, atom, m->apart)) return;
    if (m->after) atom = subst_apply(m->after, m->e->k.t, atom);
    if (over_program(m->e, atom)) propose(m->e, m->at, atom, &m->out);
}

/* Conditions of ites are atoms, too; an atom with an ite below it is not plain enough. */
static void mine(mining *m, term a) {
    const terms *t = m->e->k.t;
    if (!map_add(&m->seen, a.id)) return;
    if (term_is_bool(t, a) && !term_is_connective(t, a) && !term_is_const(t, a) && plain_atom(t, a))
        offer(m, a);
    for (uint32_t i = 0; i < term_arity(t, a); i++) mine(m, term_arg(t, a, i));
}

/* ---- of the program ---- */

/* Atoms over the state before. */
static void mine_before(mining *m, const arrow *a) {
    begin_at(m, a->from, NULL, NULL);
    mine(m, a->tr->formula);
    for (uint32_t i = 0; i < a->tr->next.size; i++) mine(m, a->tr->next.data[i]);
}

/* var = leaf, for every value that it may get. */
static void mine_value(mining *m, term var, term given) {
    terms *t = m->e->k.t;
    if (term_op(t, given) == OP_ITE) {
        mine_value(m, var, term_arg(t, given, 1));
        mine_value(m, var, term_arg(t, given, 2));
    } else if (!same(var, given) && plain_atom(t, given)) {
        term equation = term_eq(t, var, given);
        if (!speaks_of(m, given, m->apart) && over_program(m->e, equation))
            propose(m->e, m->at, equation, &m->out);
    }
}

/* Atoms over the state after: where a name stands for a new value, and values that are given. */
static void mine_after(mining *m, const arrow *a) {
    terms *t = m->e->k.t;
    map old = {0};
    substitution after = {0};
    for (uint32_t i = 0; i < a->tr->assigned.size; i++) {
        term var = a->tr->assigned.data[i], next = a->tr->next.data[i];
        map_set(&old, var.id, 1);
        if (term_is_var(t, next) && !program_variable(m->e->k.p, next))
            subst_set(&after, t, next, var);
    }
    begin_at(m, a->to, &old, &after);
    mine(m, a->tr->formula);
    for (uint32_t i = 0; i < a->tr->assigned.size; i++)
        mine_value(m, a->tr->assigned.data[i], a->tr->next.data[i]);
    subst_release(&after);
    map_release(&old);
}

static void mine_program(mining *m, int how) {
    ic3ia *e = m->e;
    for (uint32_t i = 0; i < e->arrows.size && how != MINE_NONE; i++) {
        const arrow *a = &e->arrows.data[i];
        if (how == MINE_PROGRAM || e->places.data[a->to.id].is_error) mine_before(m, a);
        if (how == MINE_PROGRAM || e->places.data[a->from.id].is_start) mine_after(m, a);
    }
}

static void boolean_variables(ic3ia *e) {
    for (uint32_t i = 0; i < e->arrows.size; i++) {
        const arrow *a = &e->arrows.data[i];
        for (uint32_t j = 0; j < a->source_vars.size; j++)
            if (term_is_bool(e->k.t, a->source_vars.data[j]))
                predicate_add(e, a->from, a->source_vars.data[j]);
    }
}

/* ---- from a file ---- */

static bool all_live(const program *p, const bits *live, const term_vec *vars) {
    for (uint32_t i = 0; i < vars->size; i++) {
        const variable *v = program_variable(p, vars->data[i]);
        if (!v || !bits_has(live, (uint32_t)(v - p->variables.data))) return false;
    }
    return true;
}

/* The body of a function over variables of the program, wherever these are live. */
static void mine_everywhere(mining *m, const liveness *live, const term_vec *vars, term body) {
    for (loc l = {0}; l.id < m->e->places.size; l.id++) {
        if (!bits_has(&m->e->k.reached, l.id) || !all_live(m->e->k.p, &live->at.data[l.id], vars))
            continue;
        begin_at(m, l, NULL, NULL);
        mine(m, body);
    }
}

typedef struct {
    const sexps *s;
    smt_scope *scope;
    input_error error;
} predicate_file;

/* (define-fun NAME ((VAR SORT) ...) Bool ...); variables of the program by their names and sorts.
 */
static bool is_predicate(ic3ia *e, predicate_file *f, sexp form, term_vec *vars) {
    const sexps *s = f->s;
    const char *word = sexp_size(s, form) == 5 ? sexp_atom(s, sexp_at(s, form, 0)) : NULL;
    if (!word || strcmp(word, "define-fun")) return false;
    const char *range = sexp_atom(s, sexp_at(s, form, 3));
    sexp params = sexp_at(s, form, 2);
    bool good = range && !strcmp(range, "Bool") && sexp_size(s, params) > 0;
    for (uint32_t i = 0; i < sexp_size(s, params) && good; i++) {
        sexp param = sexp_at(s, params, i);
        const char *name = sexp_size(s, param) == 2 ? sexp_atom(s, sexp_at(s, param, 0)) : NULL;
        term var = name ? term_find_var(e->k.t, name) : (term){0};
        sort is;
        good = var.id && program_variable(e->k.p, var) &&
               smt_read_sort(f->scope, s, sexp_at(s, param, 1), &is, &f->error) &&
               same_sort(is, term_sort(e->k.t, var));
        vec_push(vars, var);
    }
    return good;
}

static void mine_forms(mining *m, predicate_file *f) {
    liveness live = {0};
    liveness_of(m->e->k.p, &live);
    for (uint32_t i = 0; i < sexps_count(f->s) && !f->error.message[0]; i++) {
        term_vec vars = {0};
        sexp form = sexps_at(f->s, i);
        term body;
        if (is_predicate(m->e, f, form, &vars) &&
            smt_read_term(f->scope, f->s, sexp_at(f->s, form, 4), &body, &f->error))
            mine_everywhere(m, &live, &vars, body);
        vec_release(&vars);
    }
    liveness_release(&live);
}

static void mine_file(mining *m, const char *file) {
    ic3ia *e = m->e;
    text content = {0}, why = {0};
    predicate_file f = {0};
    uint32_t before = m->out.items.size;
    sexps *all = project_read_file(&content, file)
                     ? sexps_parse(content.data, content.size, file, &f.error)
                     : NULL;
    if (all) {
        f.s = all;
        f.scope = smt_scope_new(e->k.t, file);
        mine_forms(m, &f);
        smt_scope_delete(f.scope);
        sexps_delete(all);
    }
    if (f.error.message[0])
        text_print(&why, "%s:%u:%u: %s", file, f.error.line, f.error.column, f.error.message);
    else if (!all) text_print(&why, "cannot read %s", file);
    else if (m->out.items.size == before)
        text_print(&why, "no predicate of %s is over variables of the program", file);
    if (why.size) ic3_stop(&e->k, why.data);
    text_release(&content);
    text_release(&why);
}

/* ---- the whole ---- */

void initial_predicates(ic3ia *e) {
    LOG("ic3ia", "initial predicates");
    mining m = {.e = e};
    boolean_variables(e);
    mine_program(&m, e->k.o->ia_mine);
    if (e->k.o->ia_relate) chain_predicates(e, &m.out);
    if (*e->k.o->ia_predicates) mine_file(&m, e->k.o->ia_predicates);
    for (uint32_t i = 0; i < m.out.items.size; i++)
        e->initial += predicate_add(e, m.out.items.data[i].at, m.out.items.data[i].atom);
    vec_release(&m.out.items);
    map_release(&m.out.seen);
    map_release(&m.seen);
}
