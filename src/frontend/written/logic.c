#include "frontend/written/logic.h"

#include <stdio.h>
#include <string.h>

/* ---- definitions ---- */
bool logic_defines(const char *words) {
    static const char *const known[] = {"predicate", "logic",  "lemma",    "axiomatic",
                                        "axiom",     "import", "inductive"};
    source_word first = word_at(words, words + strlen(words));
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (word_is(first, known[i])) return true;
    return false;
}

static char *arena_copy(arena *memory, source_word w) {
    char *s = arena_alloc(memory, w.size + 1);
    memcpy(s, w.at, w.size);
    s[w.size] = 0;
    return s;
}

/* The last name of each parameter, before its brackets. */
static void read_parameters(const char *from, const char *end, arena *memory, logic_definition *d) {
    while (from < end) {
        const char *comma = find_mark(from, end, ","), *stop = comma ? comma : end;
        source_word name = {0};
        for (source_word w = word_at(from, stop); w.kind != WORD_END && !word_is(w, "[");
             w = word_at(word_end(w), stop))
            if (w.kind == WORD_NAME) name = w;
        if (name.kind == WORD_NAME) vec_push(&d->parameters, arena_copy(memory, name));
        from = comma ? comma + 1 : end;
    }
}

/* One that is defined again may mean either. */
static void add_definition(logic_vec *out, logic_definition d) {
    for (uint32_t i = 0; i < out->size; i++)
        if (!strcmp(out->data[i].name, d.name)) out->data[i].from = d.from = NULL;
    vec_push(out, d);
}

/* `predicate NAME{L}(parameters) = formula`, or with a type before the name of a function. */
static void read_definition(const char *p, const char *end, arena *memory, logic_vec *out) {
    const char *head_end = find_mark(p, end, "=");
    source_word name = {0}, open = {0};
    bool states = false; /* more than one */
    for (source_word w = word_at(p, head_end ? head_end : end); w.kind != WORD_END;
         w = word_at(word_end(w), head_end ? head_end : end)) {
        if (word_is(w, "{") && !open.at) {
            const char *close = group_end(w.at, end);
            states = find_mark(word_end(w), close ? close - 1 : end, ",") != NULL;
            w = (source_word){WORD_MARK, close ? close - 1 : end - 1, 1};
        } else if (word_is(w, "(") && !open.at) open = w;
        else if (w.kind == WORD_NAME && !open.at) name = w;
    }
    if (name.kind != WORD_NAME) return;
    const char *close = open.at ? group_end(open.at, end) : NULL;
    logic_definition d = {.name = arena_copy(memory, name), .end = end};
    if (close) read_parameters(word_end(open), close - 1, memory, &d);
    if (head_end && close && !states) d.from = head_end + 1;
    add_definition(out, d);
}

void logic_read(const char *words, arena *memory, logic_vec *out) {
    const char *end = words + strlen(words);
    for (const char *p = words; word_at(p, end).kind != WORD_END;) {
        source_word first = word_at(p, end);
        const char *stop = clause_end(p, end);
        if (word_is(first, "predicate") || word_is(first, "logic"))
            read_definition(word_end(first), stop, memory, out);
        else if (!word_is(first, "lemma")) return; /* axioms define nothing that could be put in */
        p = stop < end ? stop + 1 : end;
    }
}

void logic_read_function(const char *name, const string_vec *parameters, const char *body,
                         const char *body_end, logic_vec *out) {
    assert_debug(body <= body_end);
    source_word open = word_at(body, body_end), first = word_at(word_end(open), body_end);
    logic_definition d = {.name = name, .end = body_end};
    const char *stop = word_is(first, "return") ? clause_end(word_end(first), body_end) : NULL;
    if (!stop || stop >= body_end || !word_is(word_at(stop + 1, body_end), "}")) return;
    d.from = word_end(first);
    d.end = stop;
    vec_append(&d.parameters, parameters->data, parameters->size);
    add_definition(out, d);
}

void logic_release(logic_vec *v) {
    for (uint32_t i = 0; i < v->size; i++) vec_release(&v->data[i].parameters);
    vec_release(v);
}

/* ---- uses ---- */
static const logic_definition *definition_named(const logic_definition *all, uint32_t n,
                                                const char *name) {
    for (uint32_t i = 0; i < n; i++)
        if (all[i].from && !strcmp(all[i].name, name)) return &all[i];
    return NULL;
}

static bool makes_objects(const logic_definition *all, uint32_t n, const char *called,
                          uint32_t depth) {
    enum { DEEPEST = 10 };
    const logic_definition *d = definition_named(all, n, called);
    if (!d || depth > DEEPEST) return !strcmp(called, "__CPROVER_is_fresh");
    for (source_word w = word_at(d->from, d->end); w.kind != WORD_END;
         w = word_at(word_end(w), d->end)) {
        char name[200];
        snprintf(name, sizeof name, "%.*s", (int)w.size, w.at);
        if (w.kind == WORD_NAME && w.size < sizeof name && makes_objects(all, n, name, depth + 1))
            return true;
    }
    return false;
}

bool logic_makes_objects(const logic_definition *all, uint32_t n, const char *name) {
    return makes_objects(all, n, name, 0);
}

static const logic_definition *definition_of(const formula_context *c, const formula *call) {
    const logic_definition *all = c->acsl ? c->logic : c->functions;
    uint32_t n = c->acsl ? c->definitions : c->function_count;
    const logic_definition *d = definition_named(all, n, call->name);
    if (!d || d->parameters.size != call->arguments.size) return NULL;
    return c->acsl || logic_makes_objects(all, n, d->name) ? d : NULL;
}

/* So that no variable of an argument is taken for one of the definition's quantifiers. */
static void rename_bound(formula_context *c, formula *f) {
    if (!f) return;
    rename_bound(c, f->a);
    rename_bound(c, f->b);
    rename_bound(c, f->c);
    for (uint32_t i = 0; i < f->arguments.size; i++) rename_bound(c, f->arguments.data[i]);
    if (f->kind != FORMULA_FORALL && f->kind != FORMULA_EXISTS) return;
    char *name = arena_alloc(c->memory, strlen(f->name) + 30);
    sprintf(name, "__cinch_%s_of_%u", f->name, c->expansions++);
    formula_rename(f->a, f->name, name);
    f->name = name;
}

typedef struct {
    const logic_definition *of;
    const formula *call;
} logic_use;

static formula *argument_for(const logic_use *use, const formula *f) {
    for (uint32_t i = 0; f->kind == FORMULA_NAME && i < use->of->parameters.size; i++)
        if (!strcmp(f->name, use->of->parameters.data[i])) return use->call->arguments.data[i];
    return NULL;
}

/* sizeof *p: p is replaced where its argument is a name. */
static const char *size_with_arguments(formula_context *c, const char *size, const logic_use *use) {
    const char *end = size + strlen(size);
    text t = {0};
    for (source_word w = word_at(size, end); w.kind != WORD_END; w = word_at(word_end(w), end)) {
        formula one = {.kind = FORMULA_NAME}, *argument;
        char name[200];
        snprintf(name, sizeof name, "%.*s", (int)w.size, w.at);
        one.name = name;
        argument = w.kind == WORD_NAME && w.size < sizeof name ? argument_for(use, &one) : NULL;
        argument = argument ? formula_bare(argument) : NULL;
        if (argument && argument->kind != FORMULA_NAME)
            refuse(c->refused, "the size of a parameter in a definition");
        text_print(&t, "%s ", argument ? argument->name : name);
    }
    char *copy = arena_string(c->memory, text_string(&t));
    text_release(&t);
    return copy;
}

/* What comes before the name in a declaration, as far as words tell: rather too often. */
static bool may_declare(source_word before) {
    static const char *const statements[] = {"return", "else", "case", "goto", "sizeof"};
    for (size_t i = 0; i < sizeof statements / sizeof *statements; i++)
        if (word_is(before, statements[i])) return false;
    return before.kind == WORD_NAME || word_is(before, "*") || word_is(before, ",");
}

/* A name of the definition is one of the file, also where a function has its own. */
static void refuse_hidden(formula_context *c, const formula *f) {
    source_word before = {0};
    if (f->kind != FORMULA_NAME) return;
    for (source_word w = word_at(c->scope, c->scope_end); w.kind != WORD_END;
         before = w, w = word_at(word_end(w), c->scope_end))
        if (word_is(w, f->name) && may_declare(before))
            refuse(c->refused, "a definition with %s, which the function may hide", f->name);
}

/* A tree of its own: the middle of a chain has two places in one that was read. */
static formula *with_arguments(formula_context *c, const formula *f, const logic_use *use) {
    if (!f) return NULL;
    formula *argument = argument_for(use, f), *copy = arena_alloc(c->memory, sizeof *copy);
    if (!argument) refuse_hidden(c, f);
    *copy = *f;
    c->nodes++;
    copy->arguments = (__typeof__(copy->arguments)){0};
    copy->a = argument ? argument : with_arguments(c, f->a, use);
    copy->b = with_arguments(c, f->b, use);
    copy->c = with_arguments(c, f->c, use);
    if (argument) copy->kind = FORMULA_GROUP, copy->name = "";
    if (f->kind == FORMULA_SIZE) copy->name = size_with_arguments(c, f->name, use);
    for (uint32_t i = 0; i < f->arguments.size; i++)
        formula_add(c, copy, with_arguments(c, f->arguments.data[i], use));
    return copy;
}

static bool is_expanding(const formula_context *c, const char *name) {
    for (uint32_t i = 0; i < c->expanding.size; i++)
        if (!strcmp(c->expanding.data[i], name)) return true;
    return false;
}

formula *logic_expand(formula_context *c, formula *call) {
    const logic_definition *d = definition_of(c, call);
    if (!d || c->refused->what[0]) return call;
    if (is_expanding(c, d->name)) {
        refuse(c->refused, "a definition by itself (%s)", d->name);
        return call;
    }
    vec_push(&c->expanding, (char *)(uintptr_t)d->name);
    formula *f = formula_read(c, d->from, d->end);
    (void)vec_pop(&c->expanding);
    rename_bound(c, f);
    formula *group = arena_alloc(c->memory, sizeof *group);
    *group = (formula){
        .kind = FORMULA_GROUP, .name = "", .a = with_arguments(c, f, &(logic_use){d, call})};
    return group;
}
