/* The reader of the text form; the grammar is in docs/cfa.md, a function here for each of its
 * rules. */
#include "program/cfa_lex.h"
#include "base/log.h"
#include "program/text_form.h"
#include "term/smtlib.h"

enum { NESTING_MAX = 2000 };

typedef struct {
    lexer l;
    terms *t;
    program *p;
    smt_scope *scope;
    intern names;
    map locations, inputs, properties, variables; /* name -> number */
    map uses;          /* name of a location -> line << 32 | column of its first use */
    bool any_location; /* the start location that every program has is given to the first one named
                        */
    bool start_given;
    uint32_t nesting;
    text word;
    map seen;
    term_vec vars;
} cfa_parser;

static bool fail_here(cfa_parser *r, const token *at, const char *what, const char *name) {
    return input_fail(r->l.error, r->l.file, at->line, at->column, "%s `%s`", what, name);
}

/* A name in one of the tables. */
static bool lookup(cfa_parser *r, const map *table, const char *what, uint32_t *number) {
    token at = r->l.now;
    uint64_t found;
    if (!lexer_name(&r->l, what, &r->word)) return false;
    if (!map_get(table, intern_id(&r->names, text_string(&r->word)), &found)) {
        char unknown[64];
        snprintf(unknown, sizeof unknown, "unknown %s", what);
        return fail_here(r, &at, unknown, r->word.data);
    }
    *number = (uint32_t)found;
    return true;
}

/* A new name in one of the tables, to be given `number`. */
static bool declare(cfa_parser *r, map *table, const char *what, uint64_t number) {
    token at = r->l.now;
    if (!lexer_name(&r->l, what, &r->word)) return false;
    uint32_t name = intern_id(&r->names, text_string(&r->word));
    if (map_get(table, name, NULL)) return fail_here(r, &at, "declared twice:", r->word.data);
    map_set(table, name, number);
    return true;
}

static bool some_text(cfa_parser *r, uint32_t *name) {
    text s = {0};
    bool good = lexer_string(&r->l, &s);
    if (good) *name = program_name(r->p, text_string(&s));
    text_release(&s);
    return good;
}

/* at "file" line:column in "function" */
static bool parse_position(cfa_parser *r, position *at) {
    if (!some_text(r, &at->file) || !lexer_number(&r->l, &at->line) || !lexer_expect(&r->l, ":") ||
        !lexer_number(&r->l, &at->column))
        return false;
    return !lexer_accept(&r->l, "in") || some_text(r, &at->function);
}

/* ---- declarations ---- */

static bool parse_sort(cfa_parser *r, sort *out) {
    token whole;
    if (!lexer_term(&r->l, &whole)) return false;
    sexps *s = sexps_parse(whole.start, whole.size, r->l.file, r->l.error);
    bool good =
        s && sexps_count(s) == 1 && smt_read_sort(r->scope, s, sexps_at(s, 0), out, r->l.error);
    if (s) sexps_delete(s);
    if (!good) {
        input_fail(r->l.error, r->l.file, whole.line, whole.column, "expected a sort");
        if (r->l.error) r->l.error->line = whole.line, r->l.error->column = whole.column;
    }
    return good;
}

static bool parse_variable_attributes(cfa_parser *r, variable *v) {
    while (!lexer_accept(&r->l, ";")) {
        bool good = lexer_accept(&r->l, "name")     ? some_text(r, &v->name)
                    : lexer_accept(&r->l, "type")   ? some_text(r, &v->type)
                    : lexer_accept(&r->l, "scope")  ? some_text(r, &v->scope)
                    : lexer_accept(&r->l, "signed") ? (v->is_signed = true)
                    : lexer_accept(&r->l, "at")
                        ? parse_position(r, &v->at)
                        : lexer_fail(&r->l, "`;` or name, type, scope, signed, at");
        if (!good) return false;
    }
    return true;
}

static bool parse_variable(cfa_parser *r) {
    variable v = {0};
    token at = r->l.now;
    sort s;
    if (!declare(r, &r->variables, "the name of a variable", 1)) return false;
    if (strchr("0123456789#", r->word.data[0])) /* also finds the empty name */
        return fail_here(
            r, &at, "the name of a variable may not be, or look like, a number:", r->word.data);
    char *name = mem_string(text_string(&r->word));
    bool good = lexer_expect(&r->l, ":") && parse_sort(r, &s);
    term old = good ? term_find_var(r->t, name) : (term){0};
    if (good && old.id && !same_sort(term_sort(r->t, old), s))
        good = fail_here(r, &at, "already a variable of another sort:", name);
    if (good) {
        v.var = term_var(r->t, name, s);
        good = parse_variable_attributes(r, &v);
    }
    if (good) program_add_variable(r->p, v);
    mem_free(name);
    return good;
}

static bool parse_origin(cfa_parser *r, enum input_origin *out) {
    for (int i = 0; i < ORIGIN_COUNT; i++) {
        if (!lexer_accept(&r->l, origin_about((enum input_origin)i)->word)) continue;
        *out = (enum input_origin)i;
        return true;
    }
    return lexer_fail(&r->l, "the origin of an input: nondet, uninit, open, ...");
}

static bool parse_input(cfa_parser *r) {
    input in = {0};
    if (!declare(r, &r->inputs, "the name of an input", r->p->inputs.size)) return false;
    if (!parse_origin(r, &in.origin)) return false;
    while (!lexer_accept(&r->l, ";")) {
        bool good = lexer_accept(&r->l, "name")   ? some_text(r, &in.name)
                    : lexer_accept(&r->l, "type") ? some_text(r, &in.type)
                    : lexer_accept(&r->l, "at")   ? parse_position(r, &in.at)
                                                  : lexer_fail(&r->l, "`;` or name, type, at");
        if (!good) return false;
    }
    program_add_input(r->p, in);
    return true;
}

static bool parse_property(cfa_parser *r, enum property_kind kind) {
    property x = {.kind = kind};
    if (!declare(r, &r->properties, "the name of a property", r->p->properties.size)) return false;
    x.name = program_name(r->p, r->word.data);
    if (r->l.now.kind == TOKEN_STRING && !some_text(r, &x.name)) return false;
    if (r->l.now.kind == TOKEN_STRING && !some_text(r, &x.detail)) return false;
    x.id = property_named(kind, program_text(r->p, x.name));
    vec_push(&r->p->properties, x);
    return lexer_expect(&r->l, ";");
}

static bool parse_note(cfa_parser *r) {
    static const char *const kinds[] = {"assumption", "over", "under", "missing"};
    uint32_t k = 0, name;
    position at = {0};
    while (k < 4 && !lexer_accept(&r->l, kinds[k])) k++;
    if (k == 4) return lexer_fail(&r->l, "assumption, over, under or missing");
    if (!some_text(r, &name)) return false;
    if (lexer_accept(&r->l, "at") && !parse_position(r, &at)) return false;
    program_add_note(r->p, (enum note_kind)k, program_text(r->p, name), at);
    return lexer_expect(&r->l, ";");
}

/* ---- locations ---- */

/* A location by name; one not seen before comes to be. */
static bool location_named(cfa_parser *r, loc *out) {
    if (!lexer_name(&r->l, "the name of a location", &r->word)) return false;
    uint32_t name = intern_id(&r->names, text_string(&r->word));
    uint64_t found;
    if (!map_get(&r->locations, name, &found)) {
        found = (r->any_location ? program_add_location(r->p, (position){0}) : r->p->start).id;
        r->any_location = true;
        map_set(&r->locations, name, found);
    }
    *out = (loc){found};
    return true;
}

static bool parse_location(cfa_parser *r) {
    loc l;
    uint32_t number;
    if (!location_named(r, &l)) return false;
    while (!lexer_accept(&r->l, ";")) {
        bool good;
        if (lexer_accept(&r->l, "cut")) good = r->p->locations.data[l.id].cut = true;
        else if (lexer_accept(&r->l, "at"))
            good = parse_position(r, &r->p->locations.data[l.id].at);
        else if (lexer_accept(&r->l, "error")) {
            good = lookup(r, &r->properties, "property", &number);
            if (good) program_set_error(r->p, l, number);
        } else if (lexer_accept(&r->l, "origin")) {
            good = lexer_number(&r->l, &number);
            if (good) r->p->locations.data[l.id].origin = (loc){number};
        } else good = lexer_fail(&r->l, "`;` or cut, error, origin, at");
        if (!good) return false;
    }
    return true;
}

static bool parse_start(cfa_parser *r) {
    token at = r->l.now;
    if (r->start_given)
        return input_fail(r->l.error, r->l.file, at.line, at.column, "a second start location");
    r->start_given = true;
    return location_named(r, &r->p->start) && lexer_expect(&r->l, ";");
}

/* ---- commands ---- */

/* A term over the program's own variables, of the sort wanted. */
static bool parse_term(cfa_parser *r, sort wanted, term *out) {
    token whole;
    if (!lexer_term(&r->l, &whole)) return false;
    if (!smt_parse_term(r->scope, whole.start, whole.size, whole.line, whole.column, out,
                        r->l.error))
        return false;
    map_clear(&r->seen);
    vec_clear(&r->vars);
    term_vars(r->t, *out, &r->seen, &r->vars);
    for (uint32_t i = 0; i < r->vars.size; i++)
        if (!program_variable(r->p, r->vars.data[i]))
            return fail_here(r, &whole, "unknown variable", term_name(r->t, r->vars.data[i]));
    if (same_sort(term_sort(r->t, *out), wanted)) return true;
    text want = {0};
    smtlib_sort(r->t, wanted, &want);
    input_fail(r->l.error, r->l.file, whole.line, whole.column, "expected a term of sort %s",
               text_string(&want));
    text_release(&want);
    return false;
}

static bool variable_named(cfa_parser *r, term *var) {
    token at = r->l.now;
    if (!lexer_name(&r->l, "the name of a variable", &r->word)) return false;
    *var = term_find_var(r->t, text_string(&r->word));
    if (!var->id || !program_variable(r->p, *var))
        return fail_here(r, &at, "unknown variable", r->word.data);
    return true;
}

static bool parse_assignment(cfa_parser *r, cmd *out) {
    term var, value;
    if (!variable_named(r, &var) || !lexer_expect(&r->l, ":=")) return false;
    if (!parse_term(r, term_sort(r->t, var), &value)) return false;
    *out = cmd_assign(r->p, var, value);
    return true;
}

/* A havoc that names no input reads one of its own, so that a trace says which value it took. */
static bool parse_havoc(cfa_parser *r, cmd *out) {
    term var;
    uint32_t in = r->p->inputs.size;
    if (!variable_named(r, &var)) return false;
    if (!lexer_accept(&r->l, "from"))
        program_add_input(r->p, (input){.name = program_variable(r->p, var)->name});
    else if (!lookup(r, &r->inputs, "input", &in)) return false;
    *out = cmd_havoc(r->p, var, in);
    return true;
}

static bool parse_block(cfa_parser *r, cmd *out);

static bool parse_choice(cfa_parser *r, cmd *out) {
    cmd_vec parts = {0};
    bool good = true;
    do {
        cmd part;
        good = parse_block(r, &part);
        if (good) vec_push(&parts, part);
    } while (good && lexer_accept(&r->l, "[]"));
    if (good) *out = cmd_choice(r->p, parts.size, parts.data);
    vec_release(&parts);
    return good;
}

static bool parse_command(cfa_parser *r, cmd *out) {
    term condition;
    if (lexer_is(&r->l, "{")) return parse_choice(r, out);
    if (lexer_accept(&r->l, "skip")) return *out = cmd_skip(r->p), true;
    if (lexer_accept(&r->l, "havoc")) return parse_havoc(r, out);
    if (!lexer_accept(&r->l, "assume")) return parse_assignment(r, out);
    if (!parse_term(r, sort_bool(r->t), &condition)) return false;
    *out = cmd_assume(r->p, condition);
    return true;
}

/* { command; ... } with the last semicolon optional, none needed after a `}`. */
static bool parse_parts(cfa_parser *r, cmd_vec *parts) {
    while (!lexer_accept(&r->l, "}")) {
        cmd part;
        bool block = lexer_is(&r->l, "{");
        if (!parse_command(r, &part)) return false;
        vec_push(parts, part);
        if (!lexer_accept(&r->l, ";") && !block && !lexer_is(&r->l, "}"))
            return lexer_fail(&r->l, "`;` or `}`");
    }
    return true;
}

static bool parse_block(cfa_parser *r, cmd *out) {
    token at = r->l.now;
    if (!lexer_expect(&r->l, "{")) return false;
    if (++r->nesting > NESTING_MAX)
        return input_fail(r->l.error, r->l.file, at.line, at.column, "blocks nest deeper than %d",
                          NESTING_MAX);
    cmd_vec parts = {0};
    bool good = parse_parts(r, &parts);
    if (good) *out = cmd_seq(r->p, parts.size, parts.data);
    vec_release(&parts);
    r->nesting--;
    return good;
}

static bool parse_edge(cfa_parser *r) {
    loc from, to;
    position where = {0};
    cmd c = cmd_skip(r->p);
    token at = r->l.now;
    if (!location_named(r, &from) || !lexer_expect(&r->l, "->") || !location_named(r, &to))
        return false;
    if (lexer_accept(&r->l, "at") && !parse_position(r, &where)) return false;
    if (!lexer_accept(&r->l, ";") && !parse_block(r, &c)) return false;
    edge e = {from, to, c, where, false};
    vec_push(&r->p->edges, e); /* checked as a whole at the end: the start may be named last */
    map_set(&r->uses, r->p->edges.size - 1, (uint64_t)at.line << 32 | at.column);
    return true;
}

static bool parse_item(cfa_parser *r) {
    if (lexer_accept(&r->l, "var")) return parse_variable(r);
    if (lexer_accept(&r->l, "input")) return parse_input(r);
    if (lexer_accept(&r->l, "error")) return parse_property(r, PROPERTY_ERROR);
    if (lexer_accept(&r->l, "limit")) return parse_property(r, PROPERTY_LIMIT);
    if (lexer_accept(&r->l, "note")) return parse_note(r);
    if (lexer_accept(&r->l, "location")) return parse_location(r);
    if (lexer_accept(&r->l, "start")) return parse_start(r);
    if (lexer_accept(&r->l, "edge")) return parse_edge(r);
    if (lexer_accept(&r->l, "over-approximated")) {
        r->p->over_approximated = true;
        return lexer_expect(&r->l, ";");
    }
    return lexer_fail(&r->l, "var, input, error, limit, note, location, start or edge");
}

/* What program_check demands of the graph, as messages. */
static bool check_graph(cfa_parser *r) {
    const program *p = r->p;
    if (!r->any_location && !p->variables.size)
        return input_fail(r->l.error, r->l.file, 1, 1, "expected a program: at least one location");
    if (p->locations.data[p->start.id].property)
        return input_fail(r->l.error, r->l.file, 1, 1, "the start location is an error location");
    for (edge_id i = {0}; i.id < p->edges.size; i.id++) {
        uint64_t at = map_find(&r->uses, i.id, 0);
        const char *wrong = same_loc(p->edges.data[i.id].to, p->start)
                                ? "an edge leads to the start location"
                            : p->locations.data[p->edges.data[i.id].from.id].property
                                ? "an edge leaves an error location"
                                : NULL;
        if (wrong)
            return input_fail(r->l.error, r->l.file, (uint32_t)(at >> 32), (uint32_t)at, "%s",
                              wrong);
    }
    return true;
}

static bool parse_file(cfa_parser *r) {
    while (r->l.now.kind != TOKEN_END)
        if (!parse_item(r)) return false;
    if (!check_graph(r)) return false;
    bool any_cut = false;
    for (loc l = {0}; l.id < r->p->locations.size; l.id++)
        any_cut |= r->p->locations.data[l.id].cut;
    if (!any_cut) program_mark_cuts(r->p);
    return true;
}

program *cfa_parse(terms *t, const char *content, size_t size, const char *file,
                   input_error *error) {
    LOG("program", "parse %s", file);
    cfa_parser r = {.t = t, .p = program_new(t), .scope = smt_scope_new(t, file)};
    intern_init(&r.names);
    lexer_start(&r.l, content, size, file, error);
    bool good = parse_file(&r);
    smt_scope_delete(r.scope);
    intern_release(&r.names);
    map_release(&r.locations);
    map_release(&r.inputs);
    map_release(&r.properties);
    map_release(&r.variables);
    map_release(&r.uses);
    text_release(&r.word);
    map_release(&r.seen);
    vec_release(&r.vars);
    if (good) return r.p;
    program_delete(r.p);
    return NULL;
}
