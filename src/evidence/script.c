#include "evidence/script.h"
#include "base/log.h"
#include "term/smtlib.h"

#include <stdlib.h>

typedef struct {
    terms *t;
    const sexps *s;
    smt_scope *scope;
    solver *solver;    /* NULL: the queries are collected, none is asked */
    u32_vec marks;     /* by scope that is open: symbols before it */
    term_vec asserted; /* where they are collected: now, in the scopes that `scopes` begin */
    u32_vec scopes;
    term_vec queries; /* of each what is asserted, in the order of terms, ended by none */
    script_listener listener;
    bool ended;
    input_error *error;
} script;

static bool bad(script *r, sexp e, const char *what) {
    return input_fail(r->error, "certificate", sexp_line(r->s, e), sexp_column(r->s, e), "%s",
                      what);
}

static const char *atom_at(const script *r, sexp list, uint32_t i) {
    return i < sexp_size(r->s, list) ? sexp_atom(r->s, sexp_at(r->s, list, i)) : NULL;
}

/* (declare-fun name () Sort), (declare-const name Sort) */
static bool run_declare(script *r, sexp e, uint32_t sort_at) {
    const char *name = atom_at(r, e, 1);
    sort s;
    if (!name || sexp_size(r->s, e) != sort_at + 1) return bad(r, e, "malformed declaration");
    if (sort_at == 3 && sexp_size(r->s, sexp_at(r->s, e, 2)))
        return bad(r, e, "functions are not supported");
    if (!smt_read_sort(r->scope, r->s, sexp_at(r->s, e, sort_at), &s, r->error)) return false;
    term old = term_find_var(r->t, name);
    bool other = old.id && !same_sort(term_sort(r->t, old), s);
    smt_scope_bind(r->scope, name, other ? term_fresh(r->t, name, s) : term_var(r->t, name, s));
    return true;
}

/* One (name Sort) of a parameter list; the parameter is a variable of its own, bound while the body
 * is read. */
static bool read_parameter(script *r, sexp e, term_vec *params) {
    sort s;
    const char *name = sexp_is_list(r->s, e) ? atom_at(r, e, 0) : NULL;
    if (!name || sexp_size(r->s, e) != 2) return bad(r, e, "malformed parameter");
    if (!smt_read_sort(r->scope, r->s, sexp_at(r->s, e, 1), &s, r->error)) return false;
    term param = term_fresh(r->t, name, s);
    smt_scope_bind(r->scope, name, param);
    vec_push(params, param);
    return true;
}

static bool run_define(script *r, sexp e) {
    const char *name = atom_at(r, e, 1);
    if (!name || sexp_size(r->s, e) != 5 || !sexp_is_list(r->s, sexp_at(r->s, e, 2)))
        return bad(r, e, "malformed definition");
    sexp list = sexp_at(r->s, e, 2);
    uint32_t outside = smt_scope_mark(r->scope);
    term_vec params = {0};
    sort s;
    term body;
    bool good = true;
    for (uint32_t i = 0; i < sexp_size(r->s, list) && good; i++)
        good = read_parameter(r, sexp_at(r->s, list, i), &params);
    good = good && smt_read_sort(r->scope, r->s, sexp_at(r->s, e, 3), &s, r->error) &&
           smt_read_term(r->scope, r->s, sexp_at(r->s, e, 4), &body, r->error);
    if (good && !same_sort(term_sort(r->t, body), s))
        good = bad(r, e, "definition of another sort");
    smt_scope_forget(r->scope, outside);
    if (good && params.size) smt_scope_define(r->scope, name, params.size, params.data, body);
    else if (good) smt_scope_bind(r->scope, name, body);
    vec_release(&params);
    return good;
}

static bool run_assert(script *r, sexp e) {
    term a;
    if (sexp_size(r->s, e) != 2) return bad(r, e, "malformed assertion");
    if (!smt_read_term(r->scope, r->s, sexp_at(r->s, e, 1), &a, r->error)) return false;
    if (!term_is_bool(r->t, a)) return bad(r, e, "an assertion must be Bool");
    if (!r->solver) {
        vec_push(&r->asserted, a);
        return true;
    }
    uint32_t missing = term_theories(r->t, a) & ~solver_theories(r->solver);
    if (missing) return bad(r, e, "outside of the solver's theories");
    solver_assert(r->solver, a);
    return true;
}

static bool run_scopes(script *r, sexp e, bool push) {
    const char *n = sexp_size(r->s, e) == 1 ? "1" : atom_at(r, e, 1);
    if (!n || strcmp(n, "1")) return bad(r, e, "push and pop take 1");
    if (!push && !r->marks.size) return bad(r, e, "pop without push");
    if (push) vec_push(&r->marks, smt_scope_mark(r->scope));
    else smt_scope_forget(r->scope, vec_pop(&r->marks)); /* its declarations end with it */
    if (!r->solver && push) vec_push(&r->scopes, r->asserted.size);
    else if (!r->solver) r->asserted.size = vec_pop(&r->scopes);
    else if (push) solver_push(r->solver);
    else solver_pop(r->solver);
    return true;
}

static void collect_query(script *r) {
    uint32_t first = r->queries.size;
    vec_append(&r->queries, r->asserted.data, r->asserted.size);
    if (r->asserted.size)
        qsort(r->queries.data + first, r->asserted.size, sizeof *r->queries.data, term_by_id);
    vec_push(&r->queries, (term){0});
}

static bool run_check(script *r, sexp e) {
    if (!r->solver) {
        collect_query(r);
        return true;
    }
    enum answer a = solver_check(r->solver, 0, NULL);
    r->ended =
        !r->listener.on_answer(r->listener.context, a, sexp_line(r->s, e), solver_why(r->solver));
    return true;
}

/* z3 chooses its methods by the logic, and ALL has all that a certificate says. */
static bool run_logic(script *r, sexp e) {
    const char *logic = atom_at(r, e, 1);
    if (!logic || sexp_size(r->s, e) != 2 || strcmp(logic, "ALL"))
        return bad(r, e, "the logic of a certificate is ALL");
    return true;
}

static bool run_command(script *r, sexp e) {
    const char *name = sexp_is_list(r->s, e) ? atom_at(r, e, 0) : NULL;
    if (!name) return bad(r, e, "expected a command");
    if (!strcmp(name, "declare-fun")) return run_declare(r, e, 3);
    if (!strcmp(name, "declare-const")) return run_declare(r, e, 2);
    if (!strcmp(name, "define-fun")) return run_define(r, e);
    if (!strcmp(name, "assert")) return run_assert(r, e);
    if (!strcmp(name, "push")) return run_scopes(r, e, true);
    if (!strcmp(name, "pop")) return run_scopes(r, e, false);
    if (!strcmp(name, "check-sat")) return run_check(r, e);
    if (!strcmp(name, "set-logic")) return run_logic(r, e);
    if (!strcmp(name, "set-info")) return true;
    if (!strcmp(name, "exit")) return r->ended = true;
    return bad(r, e, "a command that certificates do not have");
}

bool script_run(const text *lines, const char *backend, const budget *b, script_listener listener,
                input_error *error) {
    LOG("evidence", "run a script with %s", backend);
    const char *why = NULL;
    sexps *s = sexps_parse(lines->data ? lines->data : "", lines->size, "certificate", error);
    if (!s) return false;
    script r = {.t = terms_new(), .s = s, .listener = listener, .error = error};
    r.scope = smt_scope_new(r.t, "certificate");
    smt_scope_close(r.scope);
    r.solver = solver_new(r.t, backend, (solver_options){0}, &why);
    bool good = r.solver || input_fail(error, "certificate", 0, 0, "%s: %s", backend,
                                       why ? why : "does not start");
    if (good) solver_set_budget(r.solver, b);
    for (uint32_t i = 0; i < sexps_count(s) && good && !r.ended; i++)
        good = run_command(&r, sexps_at(s, i));
    if (r.solver) solver_delete(r.solver);
    vec_release(&r.marks);
    smt_scope_delete(r.scope);
    terms_delete(r.t);
    sexps_delete(s);
    return good;
}

/* The queries of a script, none of them asked. */
static bool collect_parsed(terms *t, const sexps *s, term_vec *queries, input_error *error) {
    script r = {.t = t, .s = s, .scope = smt_scope_new(t, "certificate"), .error = error};
    bool good = true;
    smt_scope_close(r.scope);
    for (uint32_t i = 0; i < sexps_count(s) && good && !r.ended; i++)
        good = run_command(&r, sexps_at(s, i));
    *queries = r.queries;
    vec_release(&r.marks);
    vec_release(&r.asserted);
    vec_release(&r.scopes);
    smt_scope_delete(r.scope);
    return good;
}

static bool collect(terms *t, const text *lines, term_vec *queries) {
    input_error error = {0};
    sexps *s = sexps_parse(lines->data ? lines->data : "", lines->size, "certificate", &error);
    bool good = s && collect_parsed(t, s, queries, &error);
    sexps_delete(s);
    return good;
}

/* ---- what it is about ---- */

/* Every term of the bank is one of the script, or of its definitions. */
bool script_about(const text *lines, script_subject *subject) {
    terms *t = terms_new();
    term_vec queries = {0};
    bool good = collect(t, lines, &queries);
    *subject = (script_subject){0};
    for (term a = {1}; good && a.id <= terms_count(t); a.id++) {
        subject->theories |= sort_theories(t, term_sort(t, a));
        enum op op = term_op(t, a);
        subject->sums |= op == OP_BVADD || op == OP_BVUREM || op == OP_BVSREM;
    }
    vec_release(&queries);
    terms_delete(t);
    return good;
}

/* ---- printing again ---- */

static bool all_printable(const char *atom, const char *others) {
    for (const char *c = atom; *c; c++)
        if (*c < 32 || *c > 126 || strchr(others, *c)) return false;
    return true;
}

static bool print_atom(script *r, sexp e, text *out) {
    const char *atom = sexp_atom(r->s, e);
    bool quoted = sexp_is_quoted(r->s, e);
    if (sexp_is_string(r->s, e)) return bad(r, e, "certificates have no strings");
    if (!all_printable(atom, quoted ? "|\\" : "|\\\"';:,{}[]`"))
        return bad(r, e, "a symbol with characters that certificates do not have");
    text_print(out, quoted ? "|%s|" : "%s", atom);
    return true;
}

/* A list that is being printed, and its next child. */
typedef struct {
    sexp list;
    uint32_t next;
} open_list;

/* Without recursion: texts nest as deep as they like. */
static bool print_command(script *r, sexp e, text *out) {
    vec(open_list) open = {0};
    bool good = true;
    vec_push(&open, ((open_list){e, 0}));
    text_char(out, '(');
    while (open.size && good) {
        open_list *top = &vec_last(&open);
        if (top->next == sexp_size(r->s, top->list)) {
            text_char(out, ')');
            open.size--;
            continue;
        }
        if (top->next) text_char(out, ' ');
        sexp child = sexp_at(r->s, top->list, top->next++);
        if (sexp_is_list(r->s, child)) {
            vec_push(&open, ((open_list){child, 0}));
            text_char(out, '(');
        } else good = print_atom(r, child, out);
    }
    vec_release(&open);
    text_char(out, '\n');
    return good;
}

static bool is_command(const script *r, sexp e, const char *name) {
    return !strcmp(atom_at(r, e, 0), name);
}

static bool print_all(script *r, text *out) {
    bool good = true;
    for (uint32_t i = 0; i < sexps_count(r->s) && good; i++) {
        sexp e = sexps_at(r->s, i);
        if (is_command(r, e, "exit")) break;
        if (!is_command(r, e, "set-info")) good = print_command(r, e, out);
    }
    return good;
}

static uint32_t count_ends(const term_vec *queries) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < queries->size; i++) n += !queries->data[i].id;
    return n;
}

bool script_print(const text *lines, text *out, uint32_t *queries, input_error *error) {
    sexps *s = sexps_parse(lines->data ? lines->data : "", lines->size, "certificate", error);
    if (!s) return false;
    terms *t = terms_new();
    term_vec found = {0};
    script r = {.t = t, .s = s, .error = error};
    bool good = collect_parsed(t, s, &found, error) && print_all(&r, out);
    *queries = count_ends(&found);
    vec_release(&found);
    terms_delete(t);
    sexps_delete(s);
    return good;
}

bool script_same(const text *a, const text *b) {
    LOG("evidence", "compare two scripts");
    if (a->size == b->size && (!a->size || !memcmp(a->data, b->data, a->size))) return true;
    terms *t = terms_new();
    term_vec of_a = {0}, of_b = {0};
    bool good = collect(t, a, &of_a) && collect(t, b, &of_b) && of_a.size == of_b.size;
    for (uint32_t i = 0; good && i < of_a.size; i++) good = same(of_a.data[i], of_b.data[i]);
    vec_release(&of_a);
    vec_release(&of_b);
    terms_delete(t);
    return good;
}
