/* Linear constrained Horn clauses. Read as they come: `declare-fun` of a predicate makes a location
 * and a variable for every argument; `assert` of a clause makes an edge. The older commands of Z3's
 * fixedpoint format (declare-rel, declare-var, rule, query) mean the same. */
#include "frontend/ts/ts.h"
#include "base/log.h"
#include "term/smtlib.h"

#include <string.h>

typedef struct {
    loc at;
    term_vec arguments;
} predicate;

typedef struct {
    program *p;
    terms *t;
    const char *file;
    const sexps *s;
    input_error *error;
    text *unsupported;
    vec(predicate) predicates;
    intern names; /* predicate name -> index + 1 through `index` */
    map index;
    vec(struct global {
        const char *name;
        sort s;
    }) globals; /* declare-var */
    loc failure;
    uint32_t clauses;
    bool rules, errors; /* of the fixedpoint format; a clause with head false */
    bool asked, ended;  /* check-sat, exit */
    term_walk closed;   /* terms that leave nothing open */
    relation_vec steps; /* a clause each */
} horn_reader;

/* One clause while it is read: at most one predicate in the body, one in the head. */
typedef struct {
    smt_scope *scope;
    term_vec variables;  /* quantified */
    term_vec constraint; /* conjuncts */
    sexp body, head;     /* applications, or none */
    term_vec body_arguments, head_arguments;
    bool to_false;
    uint32_t depth; /* of let and exists in the body */
    position at;
} clause;

enum { MOST_DEPTH = 10000 };

static bool fail(horn_reader *r, sexp at, const char *what) {
    return input_fail(r->error, r->file, sexp_line(r->s, at), sexp_column(r->s, at), "%s", what);
}

static bool refuse(horn_reader *r, sexp at, const char *what) {
    if (!r->unsupported->size) text_print(r->unsupported, "%s, line %u", what, sexp_line(r->s, at));
    return false;
}

static bool atom_is(horn_reader *r, sexp e, const char *name) {
    const char *atom = sexp_atom(r->s, e);
    return atom && !strcmp(atom, name) && !sexp_is_string(r->s, e);
}

static bool head_is(horn_reader *r, sexp e, const char *name) {
    return sexp_is_list(r->s, e) && sexp_size(r->s, e) && atom_is(r, sexp_at(r->s, e, 0), name);
}

/* The predicate that an application or a bare symbol names; NULL: none. */
static predicate *predicate_of(horn_reader *r, sexp e) {
    sexp name = e;
    if (sexp_is_list(r->s, e)) {
        if (!sexp_size(r->s, e)) return NULL;
        name = sexp_at(r->s, e, 0);
    }
    const char *atom = sexp_atom(r->s, name);
    uint64_t i;
    if (!atom || !map_get(&r->index, intern_find(&r->names, atom), &i)) return NULL;
    return intern_find(&r->names, atom) ? &r->predicates.data[i] : NULL;
}

static bool declare_predicate(horn_reader *r, sexp name, sexp sorts) {
    const char *atom = sexp_atom(r->s, name);
    if (!atom) return fail(r, name, "a predicate's name was expected");
    if (predicate_of(r, name)) return fail(r, name, "this predicate is declared already");
    for (uint32_t i = 0; i < r->globals.size; i++)
        if (!strcmp(r->globals.data[i].name, atom))
            return refuse(r, name, "a variable with the name of a predicate");
    smt_scope *scope = smt_scope_new(r->t, r->file);
    predicate d = {.at = program_add_location(r->p, (position){.file = program_name(r->p, r->file),
                                                               .line = sexp_line(r->s, name)})};
    bool good = true;
    for (uint32_t i = 0; good && i < sexp_size(r->s, sorts); i++) {
        sort so;
        good = smt_read_sort(scope, r->s, sexp_at(r->s, sorts, i), &so, r->error);
        if (!good) break;
        char *label = mem_format("%s.%u", atom, i);
        term v = term_var(r->t, label, so);
        relation_variable(r->p, v, label);
        vec_push(&d.arguments, v);
        mem_free(label);
    }
    smt_scope_delete(scope);
    map_set(&r->index, intern_id(&r->names, atom), r->predicates.size);
    vec_push(&r->predicates, d);
    return good;
}

/* Quantified variables get names of their own: two clauses, and two quantifiers of one clause, may
 * use one name. */
static term quantified(horn_reader *r, clause *c, const char *name, sort so) {
    char *label = mem_format("%s#%u", name, r->clauses);
    term v =
        term_find_var(r->t, label).id ? term_fresh(r->t, label, so) : term_var(r->t, label, so);
    mem_free(label);
    smt_scope_bind(c->scope, name, v);
    vec_push(&c->variables, v);
    return v;
}

/* Applications are told by their names. */
static bool may_bind(horn_reader *r, sexp name) {
    return !predicate_of(r, name) || refuse(r, name, "a variable with the name of a predicate");
}

static bool bind_variables(horn_reader *r, clause *c, sexp list) {
    if (!sexp_is_list(r->s, list)) return fail(r, list, "a list of sorted variables was expected");
    for (uint32_t i = 0; i < sexp_size(r->s, list); i++) {
        sexp pair = sexp_at(r->s, list, i);
        sort so;
        if (!sexp_is_list(r->s, pair) || sexp_size(r->s, pair) != 2 ||
            !sexp_atom(r->s, sexp_at(r->s, pair, 0)))
            return fail(r, pair, "(name sort) was expected");
        if (!smt_read_sort(c->scope, r->s, sexp_at(r->s, pair, 1), &so, r->error) ||
            !may_bind(r, sexp_at(r->s, pair, 0)))
            return false;
        quantified(r, c, sexp_atom(r->s, sexp_at(r->s, pair, 0)), so);
    }
    return true;
}

static bool read_term(horn_reader *r, clause *c, sexp e, term *out) {
    if (!smt_read_term(c->scope, r->s, e, out, r->error)) return false;
    return !leaves_open(r->t, *out, &r->closed) ||
           refuse(r, e, "an operation whose result is open, such as division by zero");
}

static bool read_arguments(horn_reader *r, clause *c, sexp application, term_vec *into) {
    predicate *d = predicate_of(r, application);
    uint32_t n = sexp_is_list(r->s, application) ? sexp_size(r->s, application) - 1 : 0;
    if (n != d->arguments.size)
        return fail(r, application, "wrong number of arguments for this predicate");
    for (uint32_t i = 0; i < n; i++) {
        term a;
        if (!read_term(r, c, sexp_at(r->s, application, i + 1), &a)) return false;
        if (!same_sort(term_sort(r->t, a), term_sort(r->t, d->arguments.data[i])))
            return fail(r, application, "an argument has another sort than declared");
        vec_push(into, a);
    }
    return true;
}

/* Does a predicate occur below e? Iterative, since constraints nest deeply; only needed inside let.
 */
static bool mentions_predicate(horn_reader *r, sexp e) {
    vec(sexp) todo = {0};
    bool found = false;
    vec_push(&todo, e);
    while (todo.size && !found) {
        sexp x = vec_pop(&todo);
        found = predicate_of(r, x) != NULL;
        if (sexp_is_list(r->s, x))
            for (uint32_t i = 0; i < sexp_size(r->s, x); i++) vec_push(&todo, sexp_at(r->s, x, i));
    }
    vec_release(&todo);
    return found;
}

static bool bind_let(horn_reader *r, clause *c, sexp let) {
    sexp pairs = sexp_at(r->s, let, 1);
    vec(struct {
        const char *name;
        term value;
    }) bound = {0};
    bool good = sexp_size(r->s, let) == 3 && sexp_is_list(r->s, pairs);
    if (!good) fail(r, let, "(let ((name term) ...) term) was expected");
    for (uint32_t i = 0; good && i < sexp_size(r->s, pairs); i++) {
        sexp pair = sexp_at(r->s, pairs, i);
        vec_resize(&bound, bound.size + 1);
        good = sexp_size(r->s, pair) == 2 &&
               (vec_last(&bound).name = sexp_atom(r->s, sexp_at(r->s, pair, 0)));
        if (!good) fail(r, pair, "(name term) was expected");
        good = good && may_bind(r, sexp_at(r->s, pair, 0)) &&
               read_term(r, c, sexp_at(r->s, pair, 1), &vec_last(&bound).value);
    }
    for (uint32_t i = 0; good && i < bound.size; i++)
        smt_scope_bind(c->scope, bound.data[i].name, bound.data[i].value);
    vec_release(&bound);
    return good;
}

static bool read_body(horn_reader *r, clause *c, sexp e);

static bool read_constraint(horn_reader *r, clause *c, sexp e, bool negated) {
    term a;
    if (!read_term(r, c, e, &a)) return false;
    if (!term_is_bool(r->t, a)) return fail(r, e, "a Boolean term was expected");
    vec_push(&c->constraint, negated ? term_not(r->t, a) : a);
    return true;
}

/* A let or quantifier around a predicate: its names mean something below it only. */
static bool read_scoped(horn_reader *r, clause *c, sexp e) {
    uint32_t mark = smt_scope_mark(c->scope);
    bool good = ++c->depth < MOST_DEPTH ||
                refuse(r, e, "let and exists nested this deep around a predicate");
    while (good && head_is(r, e, "let")) {
        good = bind_let(r, c, e);
        e = sexp_at(r->s, e, 2);
    }
    if (good && head_is(r, e, "exists") && sexp_size(r->s, e) == 3) {
        good = bind_variables(r, c, sexp_at(r->s, e, 1));
        e = sexp_at(r->s, e, 2);
    }
    good = good && read_body(r, c, e);
    smt_scope_forget(c->scope, mark);
    c->depth--;
    return good;
}

static bool read_conjunct(horn_reader *r, clause *c, sexp e) {
    if (predicate_of(r, e)) {
        if (c->body.id)
            return refuse(r, e, "a clause with several predicates in its body (nonlinear)");
        c->body = e;
        return read_arguments(r, c, e, &c->body_arguments);
    }
    if (!mentions_predicate(r, e)) return read_constraint(r, c, e, false);
    if (head_is(r, e, "let") || head_is(r, e, "exists")) return read_scoped(r, c, e);
    return refuse(r, e, "a predicate below a disjunction or negation in a clause's body");
}

static bool read_body(horn_reader *r, clause *c, sexp e) {
    vec(sexp) todo = {0};
    bool good = true;
    vec_push(&todo, e);
    while (good && todo.size) {
        sexp x = vec_pop(&todo);
        if (!head_is(r, x, "and")) good = read_conjunct(r, c, x);
        else
            for (uint32_t i = sexp_size(r->s, x); i-- > 1;) vec_push(&todo, sexp_at(r->s, x, i));
    }
    vec_release(&todo);
    return good;
}

static bool read_head(horn_reader *r, clause *c, sexp e) {
    if (atom_is(r, e, "false")) return c->to_false = true;
    if (predicate_of(r, e)) {
        c->head = e;
        return read_arguments(r, c, e, &c->head_arguments);
    }
    if (mentions_predicate(r, e)) return refuse(r, e, "this form of a clause's head");
    c->to_false = true;
    return read_constraint(r, c, e, true);
}

static bool read_clause(horn_reader *r, clause *c, sexp e);

/* (or (not P) ... H): every negated part belongs to the body. */
static bool read_disjunction(horn_reader *r, clause *c, sexp e) {
    sexp head = {0};
    for (uint32_t i = 1; i < sexp_size(r->s, e); i++) {
        sexp part = sexp_at(r->s, e, i);
        if (head_is(r, part, "not") && sexp_size(r->s, part) == 2) {
            if (!read_body(r, c, sexp_at(r->s, part, 1))) return false;
        } else if (!mentions_predicate(r, part)) {
            if (!read_constraint(r, c, part, true)) return false;
        } else if (head.id) return refuse(r, part, "a clause with several predicates in its head");
        else head = part;
    }
    if (head.id) return read_head(r, c, head);
    return c->to_false = true;
}

static bool read_clause(horn_reader *r, clause *c, sexp e) {
    if (head_is(r, e, "forall") && sexp_size(r->s, e) == 3)
        return bind_variables(r, c, sexp_at(r->s, e, 1)) && read_clause(r, c, sexp_at(r->s, e, 2));
    if (head_is(r, e, "let")) {
        while (head_is(r, e, "let")) {
            if (!bind_let(r, c, e)) return false;
            e = sexp_at(r->s, e, 2);
        }
        return read_clause(r, c, e);
    }
    if (head_is(r, e, "=>")) {
        uint32_t n = sexp_size(r->s, e);
        for (uint32_t i = 1; i + 1 < n; i++)
            if (!read_body(r, c, sexp_at(r->s, e, i))) return false;
        sexp last = sexp_at(r->s, e, n - 1);
        return head_is(r, last, "=>") ? read_clause(r, c, last) : read_head(r, c, last);
    }
    if (head_is(r, e, "not") && sexp_size(r->s, e) == 2) {
        sexp inner = sexp_at(r->s, e, 1);
        if (head_is(r, inner, "exists") && sexp_size(r->s, inner) == 3) {
            if (!bind_variables(r, c, sexp_at(r->s, inner, 1))) return false;
            inner = sexp_at(r->s, inner, 2);
        }
        c->to_false = true;
        return read_body(r, c, inner);
    }
    if (head_is(r, e, "or")) return read_disjunction(r, c, e);
    return read_head(r, c, e);
}

/* The body's arguments are the source location's variables: a quantified variable that is an
 * argument is replaced by that variable, anything else is equated with it. What remains quantified
 * is local. */
static void substitute_body(horn_reader *r, clause *c, term_vec *locals) {
    substitution by = {0};
    map bound = {0};
    term_vec equal = {0};
    predicate *d = c->body.id ? predicate_of(r, c->body) : NULL;
    map own = {0};
    for (uint32_t i = 0; i < c->variables.size; i++) map_set(&own, c->variables.data[i].id, 1);
    for (uint32_t i = 0; d && i < d->arguments.size; i++) {
        term a = c->body_arguments.data[i];
        if (map_get(&own, a.id, NULL) && !map_get(&bound, a.id, NULL)) {
            map_set(&bound, a.id, 1);
            subst_set(&by, r->t, a, d->arguments.data[i]);
        } else vec_push(&equal, term_eq(r->t, a, d->arguments.data[i]));
    }
    vec_append(&c->constraint, equal.data, equal.size);
    for (uint32_t i = 0; i < c->constraint.size; i++)
        c->constraint.data[i] = subst_apply(&by, r->t, c->constraint.data[i]);
    for (uint32_t i = 0; i < c->head_arguments.size; i++)
        c->head_arguments.data[i] = subst_apply(&by, r->t, c->head_arguments.data[i]);
    for (uint32_t i = 0; i < c->variables.size; i++)
        if (!map_get(&bound, c->variables.data[i].id, NULL)) vec_push(locals, c->variables.data[i]);
    subst_release(&by);
    map_release(&bound);
    map_release(&own);
    vec_release(&equal);
}

/* Quantified variables that occur nowhere need no choice. */
static void drop_unused(horn_reader *r, clause *c, term_vec *locals) {
    map seen = {0};
    term_vec used = {0};
    for (uint32_t i = 0; i < c->constraint.size; i++)
        term_vars(r->t, c->constraint.data[i], &seen, &used);
    for (uint32_t i = 0; i < c->head_arguments.size; i++)
        term_vars(r->t, c->head_arguments.data[i], &seen, &used);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < locals->size; i++)
        if (map_get(&seen, locals->data[i].id, NULL)) locals->data[kept++] = locals->data[i];
    locals->size = kept;
    map_release(&seen);
    vec_release(&used);
}

static void clause_edge(horn_reader *r, clause *c) {
    term_vec locals = {0};
    substitute_body(r, c, &locals);
    drop_unused(r, c, &locals);
    for (uint32_t i = 0; i < locals.size; i++) relation_variable(r->p, locals.data[i], "");
    predicate *head = c->to_false ? NULL : predicate_of(r, c->head);
    static const term_vec none = {0};
    relation_add(&r->steps, c->body.id ? predicate_of(r, c->body)->at : r->p->start,
                 head ? head->at : r->failure, &locals,
                 term_and_n(r->t, c->constraint.size, c->constraint.data),
                 head ? &head->arguments : &none, head ? &c->head_arguments : &none, c->at);
    vec_release(&locals);
}

static bool add_clause(horn_reader *r, sexp e, bool query) {
    clause c = {.scope = smt_scope_new(r->t, r->file),
                .at = {.file = program_name(r->p, r->file),
                       .line = sexp_line(r->s, e),
                       .column = sexp_column(r->s, e)}};
    r->clauses++;
    for (uint32_t i = 0; i < r->globals.size; i++)
        quantified(r, &c, r->globals.data[i].name, r->globals.data[i].s);
    bool good = query ? read_body(r, &c, e) : read_clause(r, &c, e);
    if (query) c.to_false = true;
    r->errors |= c.to_false;
    if (good) clause_edge(r, &c);
    smt_scope_delete(c.scope);
    vec_release(&c.variables);
    vec_release(&c.constraint);
    vec_release(&c.body_arguments);
    vec_release(&c.head_arguments);
    return good;
}

static bool declare_variable(horn_reader *r, sexp name, sexp type) {
    smt_scope *scope = smt_scope_new(r->t, r->file);
    struct global g = {sexp_atom(r->s, name), {0}};
    bool good = g.name ? smt_read_sort(scope, r->s, type, &g.s, r->error) && may_bind(r, name)
                       : fail(r, name, "a variable's name was expected");
    smt_scope_delete(scope);
    if (good) vec_push(&r->globals, g);
    return good;
}

static bool is_ignored(horn_reader *r, sexp e) {
    static const char *const ignored[] = {"set-logic", "set-info", "set-option",
                                          "get-model", "get-info", "get-proof"};
    for (uint32_t i = 0; i < sizeof ignored / sizeof *ignored; i++)
        if (head_is(r, e, ignored[i])) return true;
    return false;
}

static bool declaration(horn_reader *r, sexp e, uint32_t n) {
    bool function = head_is(r, e, "declare-fun") && n == 4,
         relation_name = head_is(r, e, "declare-rel") && n == 3;
    if ((function || relation_name) && !sexp_is_list(r->s, sexp_at(r->s, e, 2)))
        return fail(r, e, "a list of sorts was expected");
    if (function && !atom_is(r, sexp_at(r->s, e, 3), "Bool"))
        return refuse(r, e, "an uninterpreted function or constant");
    if (function || relation_name)
        return declare_predicate(r, sexp_at(r->s, e, 1), sexp_at(r->s, e, 2));
    if (head_is(r, e, "declare-var") && n == 3)
        return declare_variable(r, sexp_at(r->s, e, 1), sexp_at(r->s, e, 2));
    return fail(r, e, "a command of the Horn clause format was expected");
}

static bool command(horn_reader *r, sexp e) {
    uint32_t n = sexp_is_list(r->s, e) ? sexp_size(r->s, e) : 0;
    r->asked |= head_is(r, e, "check-sat");
    r->ended |= head_is(r, e, "exit");
    if (r->ended || head_is(r, e, "check-sat") || is_ignored(r, e)) return true;
    if (r->asked) return refuse(r, e, "a command after check-sat");
    r->rules |= head_is(r, e, "rule");
    if ((head_is(r, e, "assert") && n == 2) || (head_is(r, e, "rule") && n >= 2))
        return add_clause(r, sexp_at(r->s, e, 1), false);
    if (head_is(r, e, "query") && n >= 2) return add_clause(r, sexp_at(r->s, e, 1), true);
    return declaration(r, e, n);
}

/* A file that asks nothing is a mistake, not a proof. Clauses by `assert` may have no head false:
 * they are satisfiable then. */
static bool asks_something(horn_reader *r) {
    uint32_t n = sexps_count(r->s);
    uint32_t line = n ? sexp_line(r->s, sexps_at(r->s, n - 1)) : 1,
             column = n ? sexp_column(r->s, sexps_at(r->s, n - 1)) : 1;
    if (!r->clauses)
        return input_fail(r->error, r->file, line, column,
                          "there is no clause and no query in this file");
    if (r->rules && !r->errors)
        return input_fail(r->error, r->file, line, column,
                          "there are rules but no query in this file");
    return true;
}

program *horn_load(terms *t, const char *script, size_t size, const char *file, input_error *error,
                   text *unsupported) {
    LOG("frontend", "read Horn clauses %s", file);
    sexps *s = sexps_parse(script, size, file, error);
    if (!s) return NULL;
    horn_reader r = {.t = t,
                     .file = file,
                     .s = s,
                     .error = error,
                     .unsupported = unsupported,
                     .p = program_new(t)};
    intern_init(&r.names);
    r.failure = program_add_location(r.p, (position){0});
    program_set_error(
        r.p, r.failure,
        program_add_property(r.p, PROPERTY_ERROR, "chc", "a clause with head false is violated"));
    bool good = true;
    for (uint32_t i = 0; good && i < sexps_count(s); i++) good = command(&r, sexps_at(s, i));
    good = good && asks_something(&r);
    if (good) relations_build(r.p, &r.steps);
    relations_release(&r.steps);
    for (uint32_t i = 0; i < r.predicates.size; i++) vec_release(&r.predicates.data[i].arguments);
    vec_release(&r.predicates);
    vec_release(&r.globals);
    intern_release(&r.names);
    map_release(&r.index);
    walk_release(&r.closed);
    sexps_delete(s);
    if (!good) {
        program_delete(r.p);
        return NULL;
    }
    return r.p;
}
