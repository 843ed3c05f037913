/* VMT-LIB: an SMT-LIB script whose define-funs carry annotations :next, :init, :trans,
 * :invar-property. Several :init and :trans are conjoined; several properties become several error
 * locations. */
#include "frontend/ts/ts.h"
#include "base/log.h"
#include "term/smtlib.h"

#include <string.h>

typedef struct {
    program *p;
    terms *t;
    const char *file;
    const sexps *s;
    smt_scope *scope;
    input_error *error;
    text *unsupported;
    term_vec declared;
    term_vec state, next;
    intern names;          /* declared or defined */
    map is_state, is_next; /* of these, by id */
    term_walk closed;      /* terms that leave nothing open */
    term_vec init, trans;
    vec(struct vmt_property {
        term holds;
        char *name;
        position at;
    }) properties;
} vmt_reader;

static bool fail(vmt_reader *r, sexp at, const char *what) {
    return input_fail(r->error, r->file, sexp_line(r->s, at), sexp_column(r->s, at), "%s", what);
}

static bool atom_is(vmt_reader *r, sexp e, const char *name) {
    const char *atom = sexp_atom(r->s, e);
    return atom && !strcmp(atom, name);
}

static bool new_name(vmt_reader *r, sexp name) {
    if (!sexp_atom(r->s, name)) return fail(r, name, "a name was expected");
    if (intern_find(&r->names, sexp_atom(r->s, name)))
        return fail(r, name, "this name is declared already");
    intern_id(&r->names, sexp_atom(r->s, name));
    return true;
}

static bool declare(vmt_reader *r, sexp name, sexp type) {
    sort so;
    if (!new_name(r, name)) return false;
    if (!smt_read_sort(r->scope, r->s, type, &so, r->error)) return false;
    term v = term_var(r->t, sexp_atom(r->s, name), so);
    smt_scope_bind(r->scope, sexp_atom(r->s, name), v);
    vec_push(&r->declared, v);
    return true;
}

static bool next_variable(vmt_reader *r, sexp at, term body, sexp name) {
    term n = sexp_atom(r->s, name) ? term_find_var(r->t, sexp_atom(r->s, name)) : (term){0};
    if (!n.id) return fail(r, name, "a declared variable was expected after :next");
    if (!term_is_var(r->t, body)) return fail(r, at, "only a variable can have a next value");
    if (!same_sort(term_sort(r->t, n), term_sort(r->t, body)))
        return fail(r, name, "a variable and its next value must have one sort");
    if (map_get(&r->is_state, body.id, NULL) || map_get(&r->is_next, n.id, NULL))
        return fail(r, name, "this variable has a next value, or is one, already");
    map_set(&r->is_state, body.id, 1);
    map_set(&r->is_next, n.id, 1);
    vec_push(&r->state, body);
    vec_push(&r->next, n);
    return true;
}

static bool refuse(vmt_reader *r, sexp at, const char *what) {
    if (!r->unsupported->size) text_print(r->unsupported, "%s, line %u", what, sexp_line(r->s, at));
    return false;
}

static bool is_keyword(const char *key) {
    static const char *const keywords[] = {":next",           ":init",          ":trans",
                                           ":invar-property", ":live-property", ":ltl-property"};
    for (uint32_t i = 0; i < sizeof keywords / sizeof *keywords; i++)
        if (!strcmp(key, keywords[i])) return true;
    return false;
}

static bool annotation(vmt_reader *r, sexp definition, term body, const char *key, sexp given) {
    if (!is_keyword(key)) return true;
    if (!strcmp(key, ":next")) return next_variable(r, definition, body, given);
    if (!term_is_bool(r->t, body)) return fail(r, definition, "a Boolean term was expected");
    if ((!strcmp(key, ":init") || !strcmp(key, ":trans")) && atom_is(r, given, "false"))
        return refuse(r, definition, "an annotation that is false");
    if (!strcmp(key, ":init")) vec_push(&r->init, body);
    else if (!strcmp(key, ":trans")) vec_push(&r->trans, body);
    else if (!strcmp(key, ":invar-property")) {
        struct vmt_property b = {
            body,
            mem_format("invar-property %s", sexp_atom(r->s, given) ? sexp_atom(r->s, given) : "?"),
            {.file = program_name(r->p, r->file),
             .line = sexp_line(r->s, definition),
             .column = sexp_column(r->s, definition)}};
        vec_push(&r->properties, b);
    } else return refuse(r, definition, key);
    return true;
}

/* Annotations of VMT below the outermost would be lost. */
static bool annotated_inside(vmt_reader *r, sexp body) {
    vec(sexp) todo = {0};
    bool found = false, outermost = true;
    vec_push(&todo, body);
    while (todo.size && !found) {
        sexp x = vec_pop(&todo);
        for (uint32_t i = 0; i < sexp_size(r->s, x) && !found; i++) {
            sexp part = sexp_at(r->s, x, i);
            if (sexp_is_list(r->s, part)) vec_push(&todo, part);
            else found = !outermost && is_keyword(sexp_atom(r->s, part));
        }
        outermost = false;
    }
    vec_release(&todo);
    return found;
}

/* (define-fun name () Sort term), the term perhaps (! term :key value ...). */
static bool define(vmt_reader *r, sexp e) {
    sexp parameters = sexp_at(r->s, e, 2), body = sexp_at(r->s, e, 4);
    if (!sexp_is_list(r->s, parameters) || sexp_size(r->s, parameters))
        return fail(r, parameters, "() was expected: VMT definitions have no parameters");
    term meaning;
    sort so;
    if (!smt_read_sort(r->scope, r->s, sexp_at(r->s, e, 3), &so, r->error)) return false;
    if (!smt_read_term(r->scope, r->s, body, &meaning, r->error)) return false;
    if (!same_sort(so, term_sort(r->t, meaning)))
        return fail(r, body, "the definition has another sort than declared");
    if (annotated_inside(r, body)) return refuse(r, e, "an annotation inside a term");
    if (leaves_open(r->t, meaning, &r->closed))
        return refuse(r, e, "an operation whose result is open, such as division by zero");
    if (!new_name(r, sexp_at(r->s, e, 1))) return false;
    if (sexp_is_list(r->s, body) && sexp_size(r->s, body) > 2 &&
        atom_is(r, sexp_at(r->s, body, 0), "!"))
        for (uint32_t i = 2; i < sexp_size(r->s, body); i++) {
            const char *key = sexp_atom(r->s, sexp_at(r->s, body, i));
            if (!key || key[0] != ':') continue;
            sexp given = i + 1 < sexp_size(r->s, body) ? sexp_at(r->s, body, i + 1) : e;
            if (!annotation(r, e, meaning, key, given)) return false;
        }
    smt_scope_bind(r->scope, sexp_atom(r->s, sexp_at(r->s, e, 1)), meaning);
    return true;
}

static bool command(vmt_reader *r, sexp e) {
    uint32_t n = sexp_is_list(r->s, e) ? sexp_size(r->s, e) : 0;
    sexp head = n ? sexp_at(r->s, e, 0) : e;
    if (atom_is(r, head, "declare-fun") && n == 4) {
        if (!sexp_is_list(r->s, sexp_at(r->s, e, 2)))
            return fail(r, e, "a list of sorts was expected");
        if (sexp_size(r->s, sexp_at(r->s, e, 2))) return refuse(r, e, "an uninterpreted function");
        return declare(r, sexp_at(r->s, e, 1), sexp_at(r->s, e, 3));
    }
    if (atom_is(r, head, "declare-const") && n == 3)
        return declare(r, sexp_at(r->s, e, 1), sexp_at(r->s, e, 2));
    if (atom_is(r, head, "define-fun") && n == 5 && sexp_atom(r->s, sexp_at(r->s, e, 1)))
        return define(r, e);
    if (atom_is(r, head, "assert") && n == 2 && atom_is(r, sexp_at(r->s, e, 1), "true"))
        return true;
    if (atom_is(r, head, "assert")) return refuse(r, e, "an assertion beside the annotations");
    static const char *const ignored[] = {"set-logic", "set-info", "set-option", "check-sat",
                                          "exit"};
    for (uint32_t i = 0; i < sizeof ignored / sizeof *ignored; i++)
        if (n && atom_is(r, head, ignored[i])) return true;
    return fail(r, e, "a command of VMT-LIB was expected");
}

/* Every variable of `a` must be in the map, or none may. */
static bool variables_are(vmt_reader *r, term a, const map *in, bool wanted, const char *what) {
    term_vec vars = {0};
    term wrong = {0};
    term_vars(r->t, a, NULL, &vars);
    for (uint32_t i = 0; i < vars.size; i++)
        if (map_get(in, vars.data[i].id, NULL) != wanted) wrong = vars.data[i];
    if (wrong.id && !r->unsupported->size)
        text_print(r->unsupported, "%s: %s", what, term_name(r->t, wrong));
    vec_release(&vars);
    return !wrong.id;
}

/* Inputs and next values are chosen again for each step: what :init or a property says about them
 * would be lost or misread. */
static bool speaks_of_states(vmt_reader *r) {
    bool good = true;
    for (uint32_t i = 0; i < r->state.size; i++)
        good = variables_are(r, r->state.data[i], &r->is_next, false,
                             "a state that is also a next value") &&
               good;
    for (uint32_t i = 0; i < r->init.size; i++)
        good = variables_are(r, r->init.data[i], &r->is_state, true, "an input in :init") && good;
    for (uint32_t i = 0; i < r->properties.size; i++)
        good = variables_are(r, r->properties.data[i].holds, &r->is_next, false,
                             "a next value in a property") &&
               good;
    return good;
}

static void build(vmt_reader *r) {
    static const term_vec none = {0};
    term_vec inputs = {0};
    relation_vec steps = {0};
    for (uint32_t i = 0; i < r->declared.size; i++) {
        relation_variable(r->p, r->declared.data[i], term_name(r->t, r->declared.data[i]));
        if (!map_get(&r->is_state, r->declared.data[i].id, NULL))
            vec_push(&inputs, r->declared.data[i]);
    }
    loc at = program_add_location(r->p, (position){0});
    relation_add(&steps, r->p->start, at, &none, term_and_n(r->t, r->init.size, r->init.data),
                 &r->state, &r->state, (position){0});
    relation_add(&steps, at, at, &inputs, term_and_n(r->t, r->trans.size, r->trans.data), &r->state,
                 &r->next, (position){0});
    for (uint32_t i = 0; i < r->properties.size; i++) {
        struct vmt_property *b = &r->properties.data[i];
        loc error = program_add_location(r->p, b->at);
        program_set_error(r->p, error,
                          program_add_property(r->p, PROPERTY_ERROR, b->name, b->name));
        relation_add(&steps, at, error, &inputs, term_not(r->t, b->holds), &none, &none, b->at);
    }
    relations_build(r->p, &steps);
    vec_release(&inputs);
}

program *vmt_load(terms *t, const char *script, size_t size, const char *file, input_error *error,
                  text *unsupported) {
    LOG("frontend", "read VMT %s", file);
    sexps *s = sexps_parse(script, size, file, error);
    if (!s) return NULL;
    vmt_reader r = {.t = t,
                    .file = file,
                    .s = s,
                    .error = error,
                    .unsupported = unsupported,
                    .p = program_new(t),
                    .scope = smt_scope_new(t, file)};
    bool good = true;
    intern_init(&r.names);
    for (uint32_t i = 0; good && i < sexps_count(s); i++) good = command(&r, sexps_at(s, i));
    uint32_t n = sexps_count(s);
    if (good && !r.properties.size)
        good = input_fail(error, file, n ? sexp_line(s, sexps_at(s, n - 1)) : 1,
                          n ? sexp_column(s, sexps_at(s, n - 1)) : 1,
                          "there is no :invar-property in this file");
    good = good && speaks_of_states(&r);
    if (good) build(&r);
    for (uint32_t i = 0; i < r.properties.size; i++) mem_free(r.properties.data[i].name);
    vec_release(&r.properties);
    vec_release(&r.declared);
    vec_release(&r.state);
    vec_release(&r.next);
    vec_release(&r.init);
    vec_release(&r.trans);
    intern_release(&r.names);
    map_release(&r.is_state);
    map_release(&r.is_next);
    walk_release(&r.closed);
    smt_scope_delete(r.scope);
    sexps_delete(s);
    if (good) return r.p;
    program_delete(r.p);
    return NULL;
}
