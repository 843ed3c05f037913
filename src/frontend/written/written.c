#include "frontend/written/written.h"
#include "base/log.h"
#include "frontend/cprover.h"
#include "frontend/written/behavior.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BODY "__cinch_body_"

typedef struct {
    const char *from, *to;
    char *instead;
} text_edit;
typedef vec(text_edit) edit_vec;

typedef struct {
    text all; /* preprocessed, with comments and definitions of macros */
    annotation_vec annotations;
    contract_text found;
    edit_vec edits;
    text appended;
} unit;

typedef struct {
    compiler *c;
    vec(unit) units;
    arena memory;
    const char *function;
    bool calls_itself;    /* F, by whatever way */
    logic_vec predicates; /* functions of C that return a formula */
    string_vec bodies;    /* functions that clauses may call: bodies without a contract; borrowed */
    string_vec reached; /* functions that F may call, with their bodies or by contract; borrowed */
    written_program *out;
    text *reason;
} contract_rewriting;

/* ---- reading ---- */
/* Macros in annotations: the preprocessor keeps comments as they are, so it gets their words, and the
 * definitions around them, without the rest. */
#define SEPARATOR "__cinch_annotation"

static void write_definitions(const unit *u, text *out) {
    uint32_t next = 0;
    for (const char *line = u->all.data; line && *line;) {
        const char *end = strchr(line, '\n');
        for (; next < u->annotations.size && end && u->annotations.data[next].at < end; next++)
            text_print(out, "\n" SEPARATOR "\n%s\n", u->annotations.data[next].words);
        if (defines_macro(line))
            text_bytes(out, line, end ? (size_t)(end - line) + 1 : strlen(line));
        line = end ? end + 1 : NULL;
    }
    for (; next < u->annotations.size; next++)
        text_print(out, "\n" SEPARATOR "\n%s\n", u->annotations.data[next].words);
    text_add(out, "\n" SEPARATOR "\n");
}

static void take_expanded(contract_rewriting *r, unit *u, const char *expanded) {
    const char *at = strstr(expanded, SEPARATOR);
    for (uint32_t i = 0; at && i < u->annotations.size; i++) {
        const char *from = at + strlen(SEPARATOR) + 1, *end = strstr(from, SEPARATOR);
        if (!end) return;
        char *words = arena_alloc(&r->memory, (size_t)(end - from) + 1);
        memcpy(words, from, (size_t)(end - from));
        words[end - from] = 0;
        u->annotations.data[i].words = words;
        at = end;
    }
}

static bool expand_annotations(contract_rewriting *r, const source *s, unit *u) {
    text definitions = {0}, expanded = {0};
    if (!u->annotations.size) return true;
    write_definitions(u, &definitions);
    bool good = clang_preprocess_text(r->c, s, &definitions, &expanded);
    if (good) take_expanded(r, u, text_string(&expanded));
    text_release(&definitions);
    text_release(&expanded);
    return good;
}

static bool read_unit(contract_rewriting *r, const source *s, unit *u) {
    *u = (unit){0};
    text read = {0};
    bool good = clang_preprocess_fully(r->c, s, &read);
    if (good) definitions_join(text_string(&read), &u->all);
    text_release(&read);
    if (!good) return false;
    annotations_find(text_string(&u->all), &u->annotations, &r->memory);
    if (!expand_annotations(r, s, u)) return false;
    contracts_find_in(text_string(&u->all), &u->annotations, &u->found);
    return true;
}

static bool read_units(contract_rewriting *r) {
    const sources *all = r->c->sources;
    for (uint32_t i = 0; i < all->items.size; i++) {
        if (all->items.data[i].kind != SOURCE_C) {
            text_add(r->c->messages, "contracts are read only in C files\n");
            r->c->status = LOAD_BAD_INPUT;
            return false;
        }
        vec_push(&r->units, ((unit){0}));
        if (!read_unit(r, &all->items.data[i], &vec_last(&r->units))) return false;
    }
    return true;
}

/* ---- which functions ---- */
static bool has_contract(const function_text *f) {
    for (uint32_t i = 0; i < f->clauses.size; i++)
        if (f->clauses.data[i].kind != CLAUSE_UNCHECKED) return true;
    return false;
}

static function_text *body_of(contract_rewriting *r, const char *name, unit **in) {
    for (uint32_t i = 0; i < r->units.size; i++)
        for (uint32_t k = 0; k < r->units.data[i].found.functions.size; k++) {
            function_text *f = &r->units.data[i].found.functions.data[k];
            if (!f->body || strcmp(f->name, name)) continue;
            if (in) *in = &r->units.data[i];
            return f;
        }
    return NULL;
}

/* The declaration with the contract: that of the body first, then of the file with the body. */
static function_text *contract_of(contract_rewriting *r, const char *name, unit **in) {
    unit *home = NULL;
    function_text *f = body_of(r, name, &home);
    if (f && has_contract(f)) return *in = home, f;
    for (uint32_t i = 0; i <= r->units.size; i++) {
        unit *u = i ? &r->units.data[i - 1] : home;
        for (uint32_t k = 0; u && k < u->found.functions.size; k++) {
            f = &u->found.functions.data[k];
            if (has_contract(f) && !strcmp(f->name, name)) return *in = u, f;
        }
    }
    return NULL;
}

/* Clauses may call functions that have a body, no contract, and names for their parameters. */
static void find_predicates(contract_rewriting *r) {
    for (uint32_t i = 0; i < r->units.size; i++)
        for (uint32_t k = 0; k < r->units.data[i].found.functions.size; k++) {
            const function_text *f = &r->units.data[i].found.functions.data[k];
            string_vec names = {0};
            unit *home;
            if (!f->body || contract_of(r, f->name, &home)) continue;
            for (uint32_t n = 0; n < f->list.size; n++)
                if (f->list.data[n].name) vec_push(&names, (char *)(uintptr_t)f->list.data[n].name);
            vec_push(&r->bodies, (char *)(uintptr_t)f->name);
            if (names.size == f->list.size)
                logic_read_function(f->name, &names, f->body, f->body_end, &r->predicates);
            vec_release(&names);
        }
}

/* Functions whose names stand in the bodies from F on; after a contract no body is read. */
static void reach(contract_rewriting *r) {
    vec_push(&r->reached, (char *)(uintptr_t)r->function);
    for (uint32_t i = 0; i < r->reached.size; i++) {
        unit *u;
        function_text *f = body_of(r, r->reached.data[i], NULL);
        if (!f || (i && contract_of(r, f->name, &u))) continue;
        for (source_word w = word_at(f->body, f->body_end); w.kind != WORD_END;
             w = word_at(word_end(w), f->body_end)) {
            char name[200];
            snprintf(name, sizeof name, "%.*s", (int)w.size, w.at);
            if (w.kind != WORD_NAME || w.size >= sizeof name) continue;
            if (!strcmp(name, r->function)) r->calls_itself = true;
            function_text *g = body_of(r, name, NULL);
            if (!g) g = contract_of(r, name, &u);
            if (g && !strings_have(&r->reached, name))
                vec_push(&r->reached, (char *)(uintptr_t)g->name);
        }
    }
}

/* ---- parts of what is written ---- */
static void say_refusal(contract_rewriting *r, const text_origin *o, const char *what) {
    char *s = mem_format("%.*s:%u: %s", (int)o->size, o->file, o->line, what);
    text_print(r->c->messages, "%s: not supported in a contract\n", s);
    r->c->status = LOAD_UNSUPPORTED;
    if (!r->reason->size) text_print(r->reason, "unsupported: %s", s);
    mem_free(s);
}

static void write_refusal(const text_origin *o, const char *what, text *out) {
    text_print(out, "__cinch_refused(\"%.*s:%u: ", (int)o->size, o->file, o->line);
    for (; *what; what++) {
        if (*what == '"' || *what == '\\') text_char(out, '\\');
        text_char(out, *what == '\n' ? ' ' : *what);
    }
    text_add(out, "\"); ");
}

/* Specifiers and pointers before the name, as they may stand before another definition. */
static void write_head(const function_text *f, const char *name, text *out) {
    for (source_word w = word_at(f->start, f->name_at); w.kind != WORD_END;
         w = word_at(word_end(w), f->name_at)) {
        if (word_is(w, "extern") || word_is(w, "inline") || word_is(w, "__inline") ||
            word_is(w, "__inline__"))
            continue;
        text_print(out, "%.*s ", (int)w.size, w.at);
    }
    text_print(out, "%s%.*s", name, (int)(f->parameters_end - f->parameters), f->parameters);
}

static bool returns_nothing(const function_text *f) {
    bool is_void = false;
    for (source_word w = word_at(f->start, f->name_at); w.kind != WORD_END;
         w = word_at(word_end(w), f->name_at)) {
        if (word_is(w, "*")) return false;
        is_void |= word_is(w, "void");
    }
    return is_void;
}

static bool returns_pointer(const function_text *f) {
    return find_mark(f->start, f->name_at, "*") != NULL;
}

static void write_call(const function_text *f, const char *name, text *out) {
    text_print(out, "%s(", name);
    for (uint32_t i = 0; i < f->list.size; i++)
        text_print(out, "%s%s", i ? ", " : "", f->list.data[i].name ? f->list.data[i].name : "0");
    text_add(out, ")");
}

/* ---- clauses ---- */
typedef struct {
    contract_rewriting *r;
    unit *u;
    const function_text *f;
    formula_context before, after; /* of requires, of ensures */
    refusal refused;
    text_origin refused_at;
    string_vec fresh, places; /* see claim_writer */
    bool acsl, has_assigns;
    made_vec made;
    const char *target_when; /* C: the condition of the target at hand; NULL: there is none */
} contract_writer;

/* Of clauses that are said where the parameters of f are known, or all of its body is. */
static formula_context unit_context(contract_rewriting *r, const unit *u, const function_text *f,
                                    const char *prefix) {
    return (formula_context){.types = &u->found.types,
                             .logic = u->found.logic.data,
                             .definitions = u->found.logic.size,
                             .functions = r->predicates.data,
                             .function_count = r->predicates.size,
                             .defined = &r->bodies,
                             .scope = f->parameters,
                             .scope_end = f && f->body ? f->body_end
                                          : f          ? f->parameters_end
                                                       : NULL,
                             .prefix = prefix,
                             .memory = &r->memory};
}

static formula_context context_of(contract_writer *w, const char *prefix) {
    formula_context c = unit_context(w->r, w->u, w->f, prefix);
    c.scope_end = w->f->parameters_end;
    c.refused = &w->refused;
    return c;
}

static void note_refusal(contract_writer *w, const written_clause *k) {
    if (w->refused.what[0] && !w->refused_at.line) w->refused_at = k->origin;
}

static void contract_begin(contract_writer *w, contract_rewriting *r, unit *u,
                           const function_text *f) {
    *w = (contract_writer){.r = r, .u = u, .f = f};
    w->before = context_of(w, "before");
    w->after = context_of(w, "old");
    w->after.has_before = true;
    w->after.result = returns_nothing(f) ? NULL : "__cinch_result";
    for (uint32_t i = 0; i < f->clauses.size; i++) {
        const written_clause *k = &f->clauses.data[i];
        w->acsl |= k->acsl;
        w->has_assigns |= k->kind == CLAUSE_ASSIGNS;
        if (k->kind == CLAUSE_REFUSED) refuse(&w->refused, "%s", k->from);
        else if (k->kind == CLAUSE_ASSIGNS && k->behavior)
            refuse(&w->refused, "what a behavior assigns");
        else if (k->kind == CLAUSE_ASSUMES && !k->behavior)
            refuse(&w->refused, "an assumption outside of a behavior");
        else if (k->kind > CLAUSE_DISJOINT && k->kind != CLAUSE_UNCHECKED)
            refuse(&w->refused, "a clause that is none of a function");
        note_refusal(w, k);
    }
    if (f->variadic) refuse(&w->refused, "a function with any number of arguments");
    for (uint32_t i = 0; i < f->list.size; i++)
        if (!f->list.data[i].name) refuse(&w->refused, "a parameter without a name");
    if (w->refused.what[0] && !w->refused_at.line)
        w->refused_at = origin_in(u->found.text, f->name_at);
}

static void contract_end(contract_writer *w) {
    formula_context_release(&w->before);
    formula_context_release(&w->after);
    vec_free_each(&w->fresh);
    vec_free_each(&w->places);
    for (uint32_t i = 0; i < w->made.size; i++)
        mem_free(w->made.data[i].pointer), mem_free(w->made.data[i].size);
    vec_release(&w->made);
}

/* All clauses of one kind, as checks or assumptions. */
static void write_claims(contract_writer *w, enum clause_kind kind, const char *check, bool make,
                         text *out) {
    static const char *const words[] = {"requires", "ensures"};
    formula_context *c = kind == CLAUSE_REQUIRES ? &w->before : &w->after;
    for (uint32_t i = 0; i < w->f->clauses.size; i++) {
        const written_clause *k = &w->f->clauses.data[i];
        if (k->kind != kind) continue;
        char *label = claim_label(words[kind], w->f->name, k);
        claim_writer to = {c,    check,     label, make ? &w->made : NULL,
                           w->f, &w->fresh, out,   &w->places};
        c->acsl = k->acsl;
        claim_place(&k->origin, out);
        claim_write(&to, behavior_clause(c, w->f, k));
        note_refusal(w, k);
        mem_free(label);
    }
}

/* ---- what is assigned ---- */
typedef void on_target(contract_writer *w, const written_clause *k, formula *target,
                       uint32_t number, text *out);

/* `condition: target, target`, or without a condition. */
static void each_of_group(contract_writer *w, const written_clause *k, const char *from,
                          const char *stop, on_target *visit, uint32_t *number, text *out) {
    formula_context *c = &w->before;
    const char *colon = find_mark(from, stop, ":");
    bool choice = colon && find_mark(from, colon, "?");
    w->target_when = NULL;
    if (choice) refuse(&w->refused, "a choice of targets");
    else if (colon) {
        text when = {0};
        formula_say(c, formula_read(c, from, colon), &when);
        w->target_when = arena_string(&w->r->memory, text_string(&when));
        text_release(&when);
        from = colon + 1;
    }
    while (word_at(from, stop).kind != WORD_END) {
        const char *comma = find_mark(from, stop, ","), *end = comma ? comma : stop;
        if (names_word(from, end, "\\from")) refuse(&w->refused, "\\from");
        else if (!word_is(word_at(from, end), "\\nothing"))
            visit(w, k, formula_read(c, from, end), (*number)++, out);
        note_refusal(w, k);
        from = comma ? comma + 1 : end;
    }
}

static void each_target(contract_writer *w, on_target *visit, text *out) {
    uint32_t number = 0;
    formula_context *c = &w->before;
    for (uint32_t i = 0; i < w->f->clauses.size; i++) {
        const written_clause *k = &w->f->clauses.data[i];
        if (k->kind != CLAUSE_ASSIGNS) continue;
        c->acsl = k->acsl;
        const char *from = k->from;
        while (word_at(from, k->end).kind != WORD_END) {
            const char *stop = find_mark(from, k->end, ";"), *end = stop ? stop : k->end;
            each_of_group(w, k, from, end, visit, &number, out);
            from = stop ? stop + 1 : end;
        }
    }
}

/* __CPROVER_object_whole(p) and its variants; false: it is an expression. */
static bool object_target(contract_writer *w, formula *t, char **pointer, char **bytes) {
    formula_context *c = &w->before;
    t = formula_bare(t);
    if (t->kind != FORMULA_CALL) return false;
    const char *known[] = {"__CPROVER_object_whole", "__CPROVER_object_from",
                           "__CPROVER_object_upto"};
    int which = 0;
    while (which < 3 && strcmp(t->name, known[which])) which++;
    if (which == 3 || t->arguments.size != (which == 2 ? 2 : 1)) {
        refuse(&w->refused, "%s(...) as a target", t->name);
        return true;
    }
    text p = {0}, n = {0};
    formula_say(c, t->arguments.data[0], &p);
    if (which == 2) formula_say(c, t->arguments.data[1], &n);
    const char *of = text_string(&p);
    *pointer = which ? mem_format("((unsigned char *)(%s))", of)
                     : mem_format("((unsigned char *)(%s) - __CPROVER_POINTER_OFFSET(%s))", of, of);
    *bytes = which == 2 ? mem_format("(%s)", text_string(&n))
             : which == 1
                 ? mem_format("(__CPROVER_OBJECT_SIZE(%s) - __CPROVER_POINTER_OFFSET(%s))", of, of)
                 : mem_format("__CPROVER_OBJECT_SIZE(%s)", of);
    text_release(&p);
    text_release(&n);
    return true;
}

/* Any value into every element of a target. */
static void havoc_target(contract_writer *w, const written_clause *k, formula *t, uint32_t number,
                         text *out) {
    place_set s = {0};
    char *pointer = NULL, *bytes = NULL;
    claim_place(&k->origin, out);
    if (object_target(w, t, &pointer, &bytes)) {
        if (pointer)
            text_print(out,
                       "{ unsigned char *__cinch_to = (void *)__cinch_to_%u; unsigned long "
                       "__cinch_count = "
                       "__cinch_bytes_%u; for (unsigned long __cinch_i = 0; __cinch_i < "
                       "__cinch_count; __cinch_i++) { "
                       "unsigned char __cinch_any; __cinch_any_object(&__cinch_any); "
                       "__cinch_to[__cinch_i] = __cinch_any; } } ",
                       number, number);
        mem_free(pointer), mem_free(bytes);
        return;
    }
    place_set_read(&w->before, t, true, &s);
    if (s.count)
        text_print(out,
                   "{ __typeof_unqual__(*%s) *__cinch_to = (void *)__cinch_to_%u; unsigned long "
                   "__cinch_count = __cinch_bytes_%u / sizeof(*__cinch_to); "
                   "for (unsigned long __cinch_i = 0; __cinch_i < __cinch_count; __cinch_i++) { "
                   "__typeof_unqual__(*%s) __cinch_any; __cinch_any_object(&__cinch_any); "
                   "__cinch_to[__cinch_i] = __cinch_any; } } ",
                   s.pointer, number, number, s.pointer);
    else
        text_print(
            out,
            "{ __typeof_unqual__(*%s) *__cinch_to = (void *)__cinch_to_%u, __cinch_any; "
            "__cinch_any_object(&__cinch_any); if (__cinch_to && __CPROVER_w_ok(__cinch_to, sizeof "
            "__cinch_any)) "
            "__builtin_memcpy(__cinch_to, &__cinch_any, sizeof __cinch_any); } ",
            s.pointer, number);
    mem_free(s.pointer), mem_free(s.bytes), mem_free(s.count);
}

/* Where the target lies, before the call. */
static void record_target(contract_writer *w, const written_clause *k, formula *t, uint32_t number,
                          text *out) {
    place_set s = {0};
    (void)k;
    if (!object_target(w, t, &s.pointer, &s.bytes)) place_set_read(&w->before, t, true, &s);
    if (s.pointer && w->target_when)
        text_print(out, "__cinch_to_%u = (void *)0; __cinch_bytes_%u = 0; if (%s) { ", number,
                   number, w->target_when);
    if (s.pointer)
        text_print(out, "__cinch_to_%u = (const volatile void *)%s; __cinch_bytes_%u = %s; %s",
                   number, s.pointer, number, s.bytes, w->target_when ? "} " : "");
    mem_free(s.pointer), mem_free(s.bytes), mem_free(s.count);
}

static void count_target(contract_writer *w, const written_clause *k, formula *t, uint32_t number,
                         text *out) {
    (void)w, (void)k, (void)t;
    text_print(out,
               "static const volatile void *__cinch_to_%u; static unsigned long __cinch_bytes_%u; ",
               number, number);
}

static void declare_target(contract_writer *w, const written_clause *k, formula *t, uint32_t number,
                           text *out) {
    (void)w, (void)k, (void)t;
    text_print(out, "const volatile void *__cinch_to_%u; unsigned long __cinch_bytes_%u; ", number,
               number);
}

static void allow_target(contract_writer *w, const written_clause *k, formula *t, uint32_t number,
                         text *out) {
    (void)w, (void)k, (void)t;
    text_print(out, " || __cinch_within(p, n, __cinch_to_%u, __cinch_bytes_%u)", number, number);
}

/* Of ACSL, a contract without the clause may assign anything; of CBMC, nothing. */
static bool assigns_anything(const contract_writer *w) { return w->acsl && !w->has_assigns; }

/* ---- the contract in place of a body ---- */
/* Null, into an argument, or something new. */
static void write_any_pointer(contract_writer *w, text *out) {
    text_add(out, "{ unsigned __cinch_which; __cinch_any_object(&__cinch_which); unsigned long "
                  "__cinch_offset; __cinch_any_object(&__cinch_offset); "
                  "if (__cinch_which == 0) *(void **)&__cinch_result = (void *)0; ");
    for (uint32_t i = 0; i < w->f->list.size; i++)
        if (w->f->list.data[i].pointer && !w->f->list.data[i].function)
            text_print(out,
                       "else if (__cinch_which == %u) *(char **)&__cinch_result = (char *)%s + "
                       "__cinch_offset; ",
                       i + 1, w->f->list.data[i].name);
    text_print(out,
               "else { __CPROVER_assume(__cinch_offset >= 1 && __cinch_offset <= (1UL << 40)); "
               "*(void **)&__cinch_result = __builtin_malloc(__cinch_offset); "
               "__CPROVER_assume(__cinch_result != (void *)0); } } ");
    char *says =
        mem_format("%s returns null, a pointer into its arguments, or a new object", w->f->name);
    vec_push(&w->r->out->assumed, says);
}

static void write_stub_result(contract_writer *w, text *out) {
    if (!w->after.result) return;
    text_add(out, "__typeof_unqual__(");
    write_call(w->f, w->f->name, out);
    text_add(out, ") __cinch_result; __cinch_any_object(&__cinch_result); ");
    if (returns_pointer(w->f)) write_any_pointer(w, out);
}

static void write_replacement(contract_writer *w, bool has_body, text *out) {
    text ensures = {0};
    write_claims(w, CLAUSE_REQUIRES, "__cinch_requires", false, out);
    if (assigns_anything(w) && has_body) { /* no more than its body, then */
        char *name = mem_format(BODY "%s", w->f->name);
        text_add(out, w->after.result ? "return " : "");
        write_call(w->f, name, out);
        text_add(out, "; ");
        mem_free(name);
        return;
    }
    if (assigns_anything(w))
        refuse(&w->refused, "a contract without assigns, of a function without a body");
    for (uint32_t i = 0; i < w->fresh.size; i++) mem_free(w->fresh.data[i]);
    vec_clear(&w->fresh);
    write_claims(w, CLAUSE_ENSURES, NULL, false, &ensures);
    claim_keep(&w->after, out);
    /* All targets are meant as they lie before the call. */
    each_target(w, declare_target, out);
    each_target(w, record_target, out);
    each_target(w, havoc_target, out);
    write_stub_result(w, out);
    text_add(out, text_string(&ensures));
    if (w->after.result) text_add(out, "return __cinch_result; ");
    text_release(&ensures);
}

static void drop_body(unit *u, const function_text *f) {
    text lines = {0};
    text_char(&lines, ';');
    for (const char *p = f->body; p < f->body_end; p++)
        if (*p == '\n') text_char(&lines, '\n');
    vec_push(&u->edits, ((text_edit){f->body, f->body_end, mem_string(text_string(&lines))}));
    text_release(&lines);
}

/* The body under another name; calls meet the contract. */
static void rename_body(unit *u, const function_text *f) {
    text all = {0};
    source_word first = word_at(f->start, f->name_at);
    write_head(f, f->name, &all);
    text_add(&all, "; ");
    vec_push(&u->edits, ((text_edit){first.at, first.at, mem_string(text_string(&all))}));
    vec_push(&u->edits, ((text_edit){f->name_at, f->name_at + strlen(f->name),
                                     mem_format(BODY "%s", f->name)}));
    text_release(&all);
}

static bool is_proved(const contract_rewriting *r, const char *name) {
    return !strcmp(name, r->function);
}

/* A function other than F, or F where it is called again. */
static void replace_function(contract_rewriting *r, unit *u, const function_text *f) {
    contract_writer w;
    text body = {0};
    unit *home = NULL;
    function_text *definition = body_of(r, f->name, &home);
    contract_begin(&w, r, u, f);
    if (!w.refused.what[0]) write_replacement(&w, definition != NULL, &body);
    bool keeps_body = definition && (is_proved(r, f->name) || assigns_anything(&w));
    if (definition && keeps_body) rename_body(home, definition);
    else if (definition) drop_body(home, definition);
    text_origin at = origin_in(u->found.text, f->name_at);
    claim_place(&at, &u->appended);
    if (keeps_body && definition) {
        char *name = mem_format(BODY "%s", f->name);
        write_head(definition, name, &u->appended);
        text_add(&u->appended, "; ");
        mem_free(name);
    }
    write_head(f, f->name, &u->appended);
    text_add(&u->appended, " { ");
    if (w.refused.what[0]) write_refusal(&w.refused_at, w.refused.what, &u->appended);
    else text_add(&u->appended, text_string(&body));
    text_add(&u->appended, "}\n");
    if (strings_have(&r->reached, f->name) && !is_proved(r, f->name) && !(keeps_body && definition))
        vec_push(&r->out->met, mem_string(f->name));
    contract_end(&w);
    text_release(&body);
}

/* ---- loops and assertions ---- */
static void write_place(const place_text *p, formula_context *c, text *out) {
    refusal *refused = c->refused;
    for (uint32_t i = 0; i < p->clauses.size; i++) {
        const written_clause *k = &p->clauses.data[i];
        text said = {0};
        if (k->kind == CLAUSE_UNCHECKED) continue;
        if (k->kind == CLAUSE_REFUSED) refuse(refused, "%s", k->from);
        bool invariant = k->kind == CLAUSE_INVARIANT;
        char *label = refused->what[0]
                          ? NULL
                          : claim_label(invariant ? "loop invariant" : "assert", "ACSL", k);
        claim_writer to = {c,     invariant ? "__cinch_loop_invariant" : "__cinch_assert",
                           label, NULL,
                           NULL,  NULL,
                           &said, NULL};
        c->acsl = k->acsl;
        if (!refused->what[0]) claim_write(&to, formula_read(c, k->from, k->end));
        claim_place(&k->origin, out);
        if (refused->what[0]) write_refusal(&k->origin, refused->what, out);
        else text_add(out, text_string(&said));
        refused->what[0] = 0;
        text_release(&said);
        mem_free(label);
    }
}

static void insert(unit *u, const char *at, const char *s) {
    vec_push(&u->edits, ((text_edit){at, at, mem_string(s)}));
}

static void edit_place(unit *u, const place_text *p, const char *statements) {
    text t = {0};
    text_origin back = origin_in(u->found.text, p->condition ? p->condition : p->at);
    bool empty = p->condition && word_at(p->condition, p->condition_end).kind == WORD_END;
    text_print(&t, p->condition ? "({ %s 1; })" : "{ %s } ", statements);
    if (p->condition && !empty) text_add(&t, " && (");
    claim_place(&back, &t);
    insert(u, p->condition ? p->condition : p->at, text_string(&t));
    if (p->condition && !empty) insert(u, p->condition_end, ")");
    text_release(&t);
}

static const function_text *function_around(const unit *u, const char *at) {
    for (uint32_t i = 0; i < u->found.functions.size; i++) {
        const function_text *f = &u->found.functions.data[i];
        if (f->body && at > f->body && at < f->body_end) return f;
    }
    return NULL;
}

static void note_unchecked(contract_rewriting *r, const clause_vec *clauses) {
    for (uint32_t i = 0; i < clauses->size; i++) {
        const written_clause *k = &clauses->data[i];
        if (k->kind == CLAUSE_UNCHECKED)
            vec_push(&r->out->assumed,
                     mem_format(
                         "what a loop assigns and why it ends is not checked, and nothing rests on "
                         "it (%.*s:%u)",
                         (int)k->origin.size, k->origin.file, k->origin.line));
    }
}

static bool is_replaced(contract_rewriting *r, const function_text *f) {
    unit *u;
    return contract_of(r, f->name, &u) && !is_proved(r, f->name);
}

/* All places of one body; values from before the call are kept at its start. */
static void edit_body(contract_rewriting *r, unit *u, const function_text *f) {
    formula_context c = unit_context(r, u, f, "at_start");
    c.has_before = c.far = true;
    refusal refused = {0};
    text start = {0};
    c.refused = &refused;
    for (uint32_t i = 0; i < u->found.places.size; i++) {
        const place_text *p = &u->found.places.data[i];
        text said = {0};
        if (function_around(u, p->at) != f) continue;
        write_place(p, &c, &said);
        if (strings_have(&r->reached, f->name)) note_unchecked(r, &p->clauses);
        if (said.size) edit_place(u, p, text_string(&said));
        text_release(&said);
    }
    claim_keep(&c, &start);
    if (start.size) insert(u, f->body + 1, text_string(&start));
    formula_context_release(&c);
    text_release(&start);
}

static void edit_bodies(contract_rewriting *r, unit *u) {
    for (uint32_t i = 0; i < u->found.functions.size; i++) {
        const function_text *f = &u->found.functions.data[i];
        if (f->body && (!is_replaced(r, f) || is_proved(r, f->name))) edit_body(r, u, f);
    }
}

/* ---- the entry ---- */
/* Is everything that `f` requires to be valid of the pointer just this set of places? */
static bool valid_alone(const formula *f, const char *pointer, const formula *set, bool *any) {
    if (!f) return true;
    bool valid = f->kind == FORMULA_CALL && !strncmp(f->name, "\\valid", 6);
    for (uint32_t i = 0; i < f->arguments.size; i++) {
        const formula *x = f->arguments.data[i];
        bool about = valid && formula_mentions(x, pointer);
        if (about && !formula_same(x, set)) return false;
        *any |= about;
        if (!valid && !valid_alone(x, pointer, set, any)) return false;
    }
    return valid_alone(f->a, pointer, set, any) && valid_alone(f->b, pointer, set, any) &&
           valid_alone(f->c, pointer, set, any);
}

static bool is_all_of(contract_writer *w, const char *pointer, const formula *set) {
    bool any = false;
    for (uint32_t i = 0; i < w->f->clauses.size; i++) {
        const written_clause *k = &w->f->clauses.data[i];
        if (k->kind != CLAUSE_REQUIRES) continue;
        w->before.acsl = k->acsl;
        if (!valid_alone(behavior_clause(&w->before, w->f, k), pointer, set, &any)) return false;
    }
    return any;
}

static bool is_fresh(const formula *f, const char *pointer) {
    const formula *of = f->arguments.size ? formula_bare(f->arguments.data[0]) : NULL;
    return !strcmp(f->name, "__CPROVER_is_fresh") && of && of->kind == FORMULA_NAME &&
           !strcmp(of->name, pointer);
}

static bool is_both(const formula *f) {
    return f->kind == FORMULA_BINARY && (!strcmp(f->name, "&&") || !strcmp(f->name, "&"));
}

/* p == NULL, as the preprocessor leaves it. */
static bool says_null(const formula *f, const char *pointer) {
    while (f->kind == FORMULA_GROUP) f = f->a;
    if (f->kind != FORMULA_BINARY || strcmp(f->name, "==") != 0) return false;
    const formula *p = formula_bare(f->a), *null = f->b;
    while (null->kind == FORMULA_GROUP || null->kind == FORMULA_CAST) null = null->a;
    return p->kind == FORMULA_NAME && !strcmp(p->name, pointer) && null->kind == FORMULA_NUMBER &&
           !strcmp(null->name, "0");
}

/* The clause makes the object of the pointer in every call, or leaves it null. */
static bool makes_object_of(const formula *f, const char *pointer) {
    while (f->kind == FORMULA_GROUP) f = f->a;
    if (f->kind == FORMULA_CALL) return is_fresh(f, pointer);
    if (is_both(f)) return makes_object_of(f->a, pointer) || makes_object_of(f->b, pointer);
    return f->kind == FORMULA_BINARY && !strcmp(f->name, "||") && says_null(f->a, pointer) &&
           makes_object_of(f->b, pointer);
}

/* Nobody else has to. */
static bool is_made(contract_writer *w, const char *pointer) {
    for (uint32_t i = 0; !w->acsl && i < w->f->clauses.size; i++) {
        const written_clause *k = &w->f->clauses.data[i];
        if (k->kind != CLAUSE_REQUIRES) continue;
        w->before.acsl = k->acsl;
        if (makes_object_of(behavior_clause(&w->before, w->f, k), pointer)) return true;
    }
    return false;
}

/* All that is known to be valid of the pointer, and nothing less: parts may be separated where the
 * objects are one. */
static bool separates(contract_writer *w, const formula *f, const char *pointer) {
    for (uint32_t i = 0; i < f->arguments.size; i++)
        if (formula_mentions(f->arguments.data[i], pointer))
            return is_all_of(w, pointer, f->arguments.data[i]);
    return false;
}

/* Top-level parts of what F requires that say of two arguments that their objects are not one. */
static bool says_separated(contract_writer *w, const formula *f, const char *a, const char *b) {
    if (f->kind == FORMULA_GROUP) return says_separated(w, f->a, a, b);
    if (is_both(f)) return says_separated(w, f->a, a, b) || says_separated(w, f->b, a, b);
    if (f->kind != FORMULA_CALL) return false;
    if (!strcmp(f->name, "\\separated")) return separates(w, f, a) && separates(w, f, b);
    return is_fresh(f, a) || is_fresh(f, b);
}

static bool are_separated(contract_writer *w, const char *a, const char *b) {
    if (is_made(w, a) || is_made(w, b)) return true;
    for (uint32_t i = 0; i < w->f->clauses.size; i++) {
        const written_clause *k = &w->f->clauses.data[i];
        if (k->kind != CLAUSE_REQUIRES) continue;
        w->before.acsl = k->acsl;
        if (says_separated(w, behavior_clause(&w->before, w->f, k), a, b)) return true;
    }
    return false;
}

/* A range of what must be valid may begin before the pointer. */
static bool may_look_before(const formula *f, const char *name) {
    if (!f) return false;
    if (f->kind == FORMULA_CALL && !strncmp(f->name, "\\valid", 6) && formula_mentions(f, name))
        for (uint32_t i = 0; i < f->arguments.size; i++)
            if (formula_goes_back(f->arguments.data[i])) return true;
    return may_look_before(f->a, name) || may_look_before(f->b, name) ||
           may_look_before(f->c, name);
}

static bool looks_before(contract_writer *w, const char *name) {
    for (uint32_t i = 0; i < w->f->clauses.size; i++) {
        const written_clause *k = &w->f->clauses.data[i];
        if (k->kind != CLAUSE_REQUIRES) continue;
        w->before.acsl = k->acsl;
        if (may_look_before(behavior_clause(&w->before, w->f, k), name)) return true;
    }
    return false;
}

static bool is_object_pointer(const parameter *p) { return p->pointer && !p->function; }

/* ---- arguments that point into global variables ----
 * None is made: what asks for one is met by no call, and every proof would be empty. */
static bool is_of_argument(const contract_writer *w, const formula *f) {
    for (uint32_t i = 0; i < w->f->list.size; i++)
        if (is_object_pointer(&w->f->list.data[i]) && formula_mentions(f, w->f->list.data[i].name))
            return true;
    return false;
}

static bool takes_address(const formula *f) {
    if (!f || f->kind == FORMULA_CALL) return false;
    if (f->kind == FORMULA_UNARY && !strcmp(f->name, "&")) return true;
    return takes_address(f->a) || takes_address(f->b) || takes_address(f->c);
}

static bool asks_for_variable(const contract_writer *w, const formula *f) {
    static const char *const orders[] = {"==", "<", "<=", ">", ">=", NULL};
    if (!f) return false;
    for (uint32_t i = 0; f->kind == FORMULA_BINARY && orders[i]; i++) {
        if (strcmp(f->name, orders[i]) != 0) continue;
        bool left = is_of_argument(w, f->a), right = is_of_argument(w, f->b);
        if (left != right && takes_address(left ? f->b : f->a)) return true;
    }
    return asks_for_variable(w, f->a) || asks_for_variable(w, f->b) || asks_for_variable(w, f->c);
}

static void refuse_variables(contract_writer *w) {
    for (uint32_t i = 0; i < w->f->clauses.size; i++) {
        const written_clause *k = &w->f->clauses.data[i];
        if (k->kind != CLAUSE_REQUIRES) continue;
        w->before.acsl = k->acsl;
        if (asks_for_variable(w, behavior_clause(&w->before, w->f, k)))
            refuse(&w->refused, "an argument that must point into a global variable");
        note_refusal(w, k);
    }
}

/* ---- what only reads are allowed of ---- */
static bool claims(const formula *f, const char *word, const char *name) {
    if (!f) return false;
    if (f->kind == FORMULA_CALL && !strcmp(f->name, word) && formula_mentions(f, name)) return true;
    for (uint32_t i = 0; i < f->arguments.size; i++)
        if (claims(f->arguments.data[i], word, name)) return true;
    return claims(f->a, word, name) || claims(f->b, word, name) || claims(f->c, word, name);
}

static bool requires_of(contract_writer *w, const char *word, const char *name) {
    for (uint32_t i = 0; i < w->f->clauses.size; i++) {
        const written_clause *k = &w->f->clauses.data[i];
        if (k->kind != CLAUSE_REQUIRES || !k->acsl) continue;
        w->before.acsl = true;
        if (claims(behavior_clause(&w->before, w->f, k), word, name)) return true;
    }
    return false;
}

/* An argument that may share its object, and must be valid for writes. */
static bool shares_with_written(contract_writer *w, const char *name) {
    for (uint32_t i = 0; i < w->f->list.size; i++) {
        const parameter *other = &w->f->list.data[i];
        if (is_object_pointer(other) && strcmp(other->name, name) != 0 &&
            !are_separated(w, name, other->name) && !requires_of(w, "\\valid_read", other->name))
            return true;
    }
    return false;
}

/* Who makes the object of an argument. \valid_read allows no write: the object may be a constant,
 * and must be one unless the contract asks for more of it, or of another pointer to it. */
static const char *maker_of(contract_writer *w, const char *name) {
    if (!requires_of(w, "\\valid_read", name)) return "__builtin_malloc";
    bool either = requires_of(w, "\\valid", name) || shares_with_written(w, name);
    return either ? "__cinch_any_block" : "__cinch_constant_block";
}

#define POINTEE_CLASS "__builtin_classify_type(*(%s))"

/* Null, an object of its own, or into that of an argument before it, where types allow that. */
static void write_pointer(contract_writer *w, uint32_t which, text *out) {
    const char *p = w->f->list.data[which].name;
    uint64_t most = w->r->c->options->entry_size;
    text_print(out,
               "unsigned long __cinch_%s_elements, __cinch_%s_offset = 0; unsigned char "
               "__cinch_%s_object; void *__cinch_start_%u; "
               "__cinch_any_object(&__cinch_%s_elements); __cinch_any_object(&__cinch_%s_object); ",
               p, p, p, which, p, p);
    text_print(out,
               "__CPROVER_assume(__cinch_%s_elements >= 1 && __cinch_%s_elements <= %" PRIu64
               "UL / sizeof(*(%s))); ",
               p, p, most ? most : UINT64_C(1) << 40, p);
    text_print(
        out,
        "__cinch_start_%u = %s(__cinch_%s_elements * sizeof(*(%s))); "
        "__CPROVER_assume(__cinch_start_%u != (void *)0); __cinch_any_object(__cinch_start_%u); ",
        which, maker_of(w, p), p, p, which, which);
    bool shared = looks_before(w, p);
    for (uint32_t i = which + 1; i < w->f->list.size; i++)
        shared |=
            is_object_pointer(&w->f->list.data[i]) && !are_separated(w, p, w->f->list.data[i].name);
    if (shared)
        text_print(out,
                   "__cinch_any_object(&__cinch_%s_offset); __CPROVER_assume(__cinch_%s_offset < "
                   "__cinch_%s_elements); ",
                   p, p, p);
    text_print(out, "if (__cinch_%s_object == 0) *(void **)&%s = (void *)0; ", p, p);
    for (uint32_t i = 0; i < which; i++) {
        const parameter *other = &w->f->list.data[i];
        if (!is_object_pointer(other) || are_separated(w, other->name, p)) continue;
        text_print(
            out,
            "else if ((__builtin_types_compatible_p(__typeof_unqual__(*(%s)), "
            "__typeof_unqual__(*(%s))) "
            "|| sizeof(*(%s)) == 1 || sizeof(*(%s)) == 1) && __cinch_%s_object == %u) { "
            "unsigned long __cinch_offset; __cinch_any_object(&__cinch_offset); "
            "__CPROVER_assume(__cinch_offset <= __cinch_%s_elements * sizeof(*(%s)) && "
            "(__cinch_offset & "
            "(_Alignof(__typeof__(*(%s))) - 1)) == 0); *(char **)&%s = (char *)__cinch_start_%u + "
            "__cinch_offset; } ",
            p, other->name, p, other->name, p, i + 2, other->name, other->name, p, p, i);
    }
    text_print(
        out, "else *(char **)&%s = (char *)__cinch_start_%u + __cinch_%s_offset * sizeof(*(%s)); ",
        p, which, p, p);
}

static void write_parameters(contract_writer *w, text *out) {
    bool any = false;
    for (uint32_t i = 0; i < w->f->list.size; i++) {
        const parameter *p = &w->f->list.data[i];
        if (p->function) refuse(&w->refused, "a function pointer as a parameter (%s)", p->name);
        if (p->function) return;
        if (p->pointer && is_made(w, p->name))
            text_print(out, "*(void **)&%s = (void *)0; ", p->name);
        else if (p->pointer) write_pointer(w, i, out), any = true;
        else
            text_print(
                out,
                "_Static_assert(__builtin_classify_type(%s) != 5, \"parameter %s: a pointer whose "
                "type does not show it is not supported\"); ",
                p->name, p->name);
    }
    if (any)
        vec_push(
            &w->r->out->assumed,
            mem_format("arguments of %s point to the start of objects, into those of arguments "
                       "of the same type, or nowhere; not into global variables",
                       w->f->name));
}

/* One element of every argument's object, chosen freely, keeps its value. */
#define ELEMENT                                                                                    \
    "__typeof_unqual__(__builtin_choose_expr(" POINTEE_CLASS                                       \
    " >= 12 || sizeof(*(%s)) == 1, (unsigned char)0, *(%s)))"

/* Of what a clause makes, write_made_before() keeps one. */
static bool has_kept_element(contract_writer *w, const parameter *p) {
    return is_object_pointer(p) && !is_made(w, p->name);
}

static void write_frame_before(contract_writer *w, text *out) {
    for (uint32_t i = 0; i < w->f->list.size; i++) {
        const char *p = w->f->list.data[i].name;
        if (!has_kept_element(w, &w->f->list.data[i])) continue;
        text_print(out, ELEMENT " *__cinch_kept_%u = (void *)__cinch_start_%u; ", p, p, p, i, i);
        text_print(out,
                   "unsigned long __cinch_index_%u; __cinch_any_object(&__cinch_index_%u); "
                   "__CPROVER_assume(__cinch_index_%u < (sizeof(*__cinch_kept_%u) == 1 ? "
                   "__cinch_%s_elements * "
                   "sizeof(*(%s)) : __cinch_%s_elements)); ",
                   i, i, i, i, p, p, p);
        text_print(out, ELEMENT " __cinch_value_%u = __cinch_kept_%u[__cinch_index_%u]; ", p, p, p,
                   i, i, i);
    }
}

/* Pointers whose pointee the contract assigns in every call. */
static void name_target(contract_writer *w, const written_clause *k, formula *t, uint32_t number,
                        text *out) {
    (void)k, (void)number;
    const formula *f = formula_bare(t);
    if (w->target_when || f->kind != FORMULA_UNARY || strcmp(f->name, "*") != 0) return;
    text_char(out, ' ');
    formula_say(&w->before, formula_bare(f->a), out);
    text_char(out, ' ');
}

/* When an element of a made object must keep its value: it is there, and it is no target as a
 * whole, which the compiler sees from the sizes. */
static void write_made_guard(contract_writer *w, uint32_t which, text *out) {
    const made_object *m = &w->made.data[which];
    text targets = {0};
    char *name = mem_format(" %s ", m->pointer);
    each_target(w, name_target, &targets);
    bool whole = m->size && strstr(text_string(&targets), name);
    text_print(out, "if (__cinch_made_%u", which);
    if (whole) text_print(out, " && sizeof(*(%s)) < %s", m->pointer, m->size);
    text_add(out, ") ");
    mem_free(name);
    text_release(&targets);
}

/* A byte; but of a scalar all of it, so that it stays one variable. */
static void write_made_type(const made_object *m, text *out) {
    const char *p = m->pointer;
    if (!m->size) text_add(out, "unsigned char");
    else
        text_print(out,
                   "__typeof_unqual__(__builtin_choose_expr(" POINTEE_CLASS
                   " >= 12 || sizeof(*(%s)) != %s, (unsigned char)0, *(%s)))",
                   p, p, m->size, p);
}

static void write_made_before(contract_writer *w, text *out) {
    for (uint32_t i = 0; i < w->made.size; i++) {
        write_made_type(&w->made.data[i], out);
        text_print(out, " *__cinch_part_%u = __cinch_made_%u, __cinch_content_%u; ", i, i, i);
        text_print(out,
                   "unsigned long __cinch_byte_%u; __cinch_any_object(&__cinch_byte_%u); "
                   "__cinch_any_object(&__cinch_content_%u); ",
                   i, i, i);
        write_made_guard(w, i, out);
        text_print(out,
                   "{ __CPROVER_assume(__cinch_byte_%u < __CPROVER_OBJECT_SIZE(__cinch_made_%u) / "
                   "sizeof(*__cinch_part_%u)); "
                   "__cinch_content_%u = __cinch_part_%u[__cinch_byte_%u]; } ",
                   i, i, i, i, i, i);
    }
}

static void write_made_after(contract_writer *w, const char *label, text *out) {
    for (uint32_t i = 0; i < w->made.size; i++) {
        write_made_guard(w, i, out);
        text_print(out,
                   "__cinch_assigns(__cinch_part_%u[__cinch_byte_%u] == __cinch_content_%u || "
                   "(__cinch_content_%u != __cinch_content_%u) || "
                   "__cinch_assigned(&__cinch_part_%u[__cinch_byte_%u], sizeof(*__cinch_part_%u)), "
                   "\"%s: an object that it requires\"); ",
                   i, i, i, i, i, i, i, i, label);
    }
}

static void write_frame_after(contract_writer *w, const char *label, text *out) {
    for (uint32_t i = 0; i < w->f->list.size; i++)
        if (has_kept_element(w, &w->f->list.data[i]))
            text_print(
                out,
                "__cinch_assigns(__cinch_kept_%u[__cinch_index_%u] == __cinch_value_%u || "
                "(__cinch_value_%u != __cinch_value_%u) || "
                "__cinch_assigned(&__cinch_kept_%u[__cinch_index_%u], sizeof(*__cinch_kept_%u)), "
                "\"%s: what %s points to\"); ",
                i, i, i, i, i, i, i, i, label, w->f->list.data[i].name);
    write_made_after(w, label, out);
    text_add(out, "__cinch_check_globals(); ");
}

static void write_assigned(contract_writer *w, text *out) {
    each_target(w, count_target, out);
    text_add(
        out,
        "static _Bool __cinch_within(const volatile void *p, unsigned long n, const volatile void "
        "*q, unsigned long m) { return __CPROVER_same_object(p, q) && __CPROVER_POINTER_OFFSET(p) "
        ">= __CPROVER_POINTER_OFFSET(q) && __CPROVER_POINTER_OFFSET(p) + n <= "
        "__CPROVER_POINTER_OFFSET(q) + m; } "
        "_Bool __cinch_assigned(const volatile void *p, unsigned long n) { return 0");
    each_target(w, allow_target, out);
    text_add(out, "; } ");
}

/* What was said to be separated may have been made to share an object later. */
static void write_separated_again(contract_writer *w, text *out) {
    for (uint32_t i = 0; w->made.size && i < w->f->clauses.size; i++) {
        const written_clause *k = &w->f->clauses.data[i];
        if (k->kind != CLAUSE_REQUIRES || !names_word(k->from, k->end, "\\separated")) continue;
        claim_writer to = {&w->before, NULL, "", NULL, w->f, NULL, out, NULL};
        w->before.acsl = k->acsl;
        claim_write(&to, behavior_clause(&w->before, w->f, k));
    }
}

static void write_entry(contract_writer *w, const char *called, text *out) {
    text required = {0}, ensures = {0};
    bool frame = !assigns_anything(w);
    char *label = mem_format("assigns of %s", w->f->name);
    refuse_variables(w);
    text_add(out, "{ "); /* in it pointers are what is chosen here, and nothing else */
    for (uint32_t i = 0; i < w->f->list.size; i++)
        if (is_object_pointer(&w->f->list.data[i]))
            text_print(out, "__typeof__(%s) %s; ", w->f->list.data[i].name,
                       w->f->list.data[i].name);
    write_parameters(w, out);
    text_add(out, "__cinch_any_globals(); ");
    write_claims(w, CLAUSE_REQUIRES, NULL, true, &required);
    for (uint32_t i = 0; i < w->made.size; i++)
        text_print(out, "void *__cinch_made_%u = (void *)0; ", i);
    text_add(out, text_string(&required));
    write_separated_again(w, out);
    behaviors_check(&w->before, w->f, out);
    if (w->made.size)
        vec_push(&w->r->out->assumed,
                 mem_format("pointers that %s requires to be valid do not point into global "
                            "variables",
                            w->f->name));
    text_origin at = origin_in(w->u->found.text, w->f->name_at);
    claim_place(&at, out);
    /* What was fresh before the call is not so after it. */
    write_claims(w, CLAUSE_ENSURES, "__cinch_ensures", false, &ensures);
    if (w->after.result) {
        text_add(out, "__typeof_unqual__(");
        write_call(w->f, w->f->name, out);
        text_add(out, ") __cinch_result; ");
    }
    claim_keep(&w->after, out);
    if (frame) {
        vec_push(&w->r->out->assumed,
                 mem_format("%s changes neither errno nor what pointers reach that its contract "
                            "does not require to be valid (assigns is not checked there)",
                            w->f->name));
        each_target(w, record_target, out);
        write_frame_before(w, out);
        write_made_before(w, out);
        text_add(out, "__cinch_save_globals(); ");
    }
    text_add(out, w->after.result ? "__cinch_result = " : "");
    write_call(w->f, called, out);
    text_print(out, "; %s", text_string(&ensures));
    claim_place(&at, out);
    if (frame) write_frame_after(w, label, out);
    text_add(out, "} ");
    text_release(&required);
    text_release(&ensures);
    mem_free(label);
}

static bool write_proof(contract_rewriting *r) {
    contract_writer w;
    unit *u = NULL;
    const function_text *f = contract_of(r, r->function, &u);
    text body = {0};
    contract_begin(&w, r, u, f);
    char *called = mem_format("%s%s", r->calls_itself ? BODY : "", f->name);
    text_origin at = origin_in(u->found.text, f->name_at);
    if (!w.refused.what[0]) write_entry(&w, called, &body);
    r->out->entry = mem_format(WRITTEN_ENTRY "%s", f->name);
    claim_place(&at, &u->appended);
    write_assigned(&w, &u->appended);
    text_print(&u->appended, "void %s%.*s { %s}\n", r->out->entry,
               (int)(f->parameters_end - f->parameters), f->parameters, text_string(&body));
    note_refusal(&w, &f->clauses.data[0]);
    if (w.refused.what[0]) say_refusal(r, &w.refused_at, w.refused.what);
    note_unchecked(r, &f->clauses);
    bool good = !w.refused.what[0];
    contract_end(&w);
    text_release(&body);
    mem_free(called);
    return good;
}

/* ---- the whole ---- */
static const char declarations[] =
    "# 1 \"<cinch>/contract.h\"\n"
    "void __cinch_requires(_Bool, const char *); void __cinch_ensures(_Bool, const char *); "
    "void __cinch_assigns(_Bool, const char *); void __cinch_loop_invariant(_Bool, const char *); "
    "void __cinch_assert(_Bool, const char *); void __cinch_refused(const char *); "
    "void __cinch_any_object(void *); void __cinch_any_globals(void); "
    "void *__cinch_constant_block(unsigned long); "
    "static inline void *__cinch_any_block(unsigned long size) { _Bool constant; "
    "__cinch_any_object(&constant); "
    "if (constant) return __cinch_constant_block(size); return __builtin_malloc(size); } "
    "void __cinch_save_globals(void); void __cinch_check_globals(void);\n";
static const char separated[] =
    "static _Bool __cinch_separated(const volatile void *p, unsigned long n, const volatile void "
    "*q, "
    "unsigned long m) { return !n || !m || !__CPROVER_same_object(p, q) || "
    "__CPROVER_POINTER_OFFSET(p) + n <= __CPROVER_POINTER_OFFSET(q) || __CPROVER_POINTER_OFFSET(q) "
    "+ m "
    "<= __CPROVER_POINTER_OFFSET(p); }\n";

static int by_place(const void *a, const void *b) {
    const text_edit *x = a, *y = b;
    return x->from < y->from ? -1 : x->from > y->from;
}

/* Without comments and the definitions of macros, which have done their work; lines stay. */
static void copy_code(const char *from, const char *to, bool start, text *out) {
    while (from < to) {
        const char *end = from + 1;
        bool comment = *from == '/' && to - from > 1 && (from[1] == '*' || from[1] == '/');
        if (start && defines_macro(from)) comment = true, end = from + strcspn(from, "\n");
        else if (comment) end = comment_end(from);
        else if (*from == '"' || *from == '\'') end = word_end(word_at(from, to));
        if (end > to) end = to;
        if (comment) text_char(out, ' ');
        for (const char *p = from; p < end; p++)
            if (!comment || *p == '\n') text_char(out, *p);
        start = end[-1] == '\n';
        from = end;
    }
}

static void apply_edits(unit *u, text *out) {
    const char *done = u->found.text, *end = done + strlen(done);
    text joined = {0};
    text_print(&joined, "%s%s\n", declarations, separated);
    if (u->edits.size) qsort(u->edits.data, u->edits.size, sizeof *u->edits.data, by_place);
    text_add(&joined, "\n");
    for (uint32_t i = 0; i <= u->edits.size; i++) {
        const text_edit *e = i < u->edits.size ? &u->edits.data[i] : NULL;
        if (e && e->from < done) continue;
        copy_code(done, e ? e->from : end, done == u->found.text || done[-1] == '\n', &joined);
        if (e) text_add(&joined, e->instead);
        done = e ? e->to : end;
    }
    text_print(&joined, "\n%s", text_string(&u->appended));
    cprover_rewrite(&joined, false, out);
    text_release(&joined);
}

static void replace_all(contract_rewriting *r) {
    string_vec done = {0};
    for (uint32_t i = 0; i < r->units.size; i++)
        for (uint32_t k = 0; k < r->units.data[i].found.functions.size; k++) {
            const char *name = r->units.data[i].found.functions.data[k].name;
            unit *u = NULL;
            const function_text *f = contract_of(r, name, &u);
            if (!f || strings_have(&done, name) || (is_proved(r, name) && !r->calls_itself))
                continue;
            vec_push(&done, (char *)(uintptr_t)name);
            replace_function(r, u, f);
        }
    vec_release(&done);
}

static bool complain(contract_rewriting *r, const char *what) {
    text_print(r->c->messages, "--function %s: %s\n", r->function, what);
    r->c->status = LOAD_BAD_INPUT;
    return false;
}

static bool same_origin(const function_text *a, const function_text *b) {
    const text_origin *x = &a->clauses.data[0].origin, *y = &b->clauses.data[0].origin;
    return x->line == y->line && x->size == y->size && !memcmp(x->file, y->file, x->size);
}

/* One contract and one body a name: a second one would be ignored. */
static bool is_single(contract_rewriting *r, const function_text *f, const function_text *chosen) {
    if (f->body && body_of(r, f->name, NULL) != f) return false;
    return f == chosen || !has_contract(f) || same_origin(f, chosen);
}

static bool check_single(contract_rewriting *r) {
    for (uint32_t i = 0; i < r->units.size; i++) {
        contract_text *c = &r->units.data[i].found;
        for (uint32_t k = 0; k < c->functions.size; k++) {
            const function_text *f = &c->functions.data[k];
            unit *u;
            const function_text *chosen = contract_of(r, f->name, &u);
            if (!chosen || is_single(r, f, chosen)) continue;
            text_origin at = origin_in(c->text, f->name_at);
            say_refusal(r, &at, "a second contract or body of a function");
            return false;
        }
    }
    return true;
}

/* A contract that belongs to nothing would be ignored. */
static bool check_read(contract_rewriting *r) {
    for (uint32_t i = 0; i < r->units.size; i++) {
        const unit *u = &r->units.data[i];
        for (uint32_t k = 0; k < u->annotations.size; k++) {
            const annotation *a = &u->annotations.data[k];
            const char *end = a->words + strlen(a->words);
            if (*a->read || logic_defines(a->words) || word_at(a->words, end).kind == WORD_END)
                continue;
            text_origin at = origin_in(u->found.text, a->at);
            say_refusal(r, &at, "an annotation that belongs to no function and no statement");
            return false;
        }
    }
    return true;
}

/* Predicates that make objects mean something in clauses only. */
static void drop_predicates(contract_rewriting *r) {
    for (uint32_t i = 0; i < r->predicates.size; i++) {
        unit *home;
        const char *name = r->predicates.data[i].name;
        function_text *f = body_of(r, name, &home);
        if (f && logic_makes_objects(r->predicates.data, r->predicates.size, name))
            drop_body(home, f);
    }
}

static bool rewrite_units(contract_rewriting *r) {
    unit *u;
    function_text *f = body_of(r, r->function, &u);
    if (!f) return complain(r, "no function of this name with a body");
    if (r->c->options->texts.proposed)
        contract_propose(&u->found, f, r->c->options->texts.proposed);
    if (!contract_of(r, r->function, &u)) return complain(r, "it has no contract");
    if (!check_single(r) || !check_read(r)) return false;
    find_predicates(r);
    reach(r);
    if (!write_proof(r)) return false;
    replace_all(r);
    drop_predicates(r);
    for (uint32_t i = 0; i < r->units.size; i++) {
        text out = {0};
        edit_bodies(r, &r->units.data[i]);
        apply_edits(&r->units.data[i], &out);
        vec_push(&r->out->texts, out);
    }
    return true;
}

static void rewriting_release(contract_rewriting *r) {
    for (uint32_t i = 0; i < r->units.size; i++) {
        unit *u = &r->units.data[i];
        for (uint32_t k = 0; k < u->edits.size; k++) mem_free(u->edits.data[k].instead);
        vec_release(&u->edits);
        vec_release(&u->annotations);
        contract_text_release(&u->found);
        text_release(&u->all);
        text_release(&u->appended);
    }
    vec_release(&r->units);
    vec_release(&r->reached);
    vec_release(&r->bodies);
    logic_release(&r->predicates);
    arena_release(&r->memory);
}

bool written_rewrite(compiler *c, written_program *out, text *reason) {
    LOG("frontend", "rewrite written contracts");
    contract_rewriting r = {.c = c, .function = c->options->function, .out = out, .reason = reason};
    bool good = read_units(&r) && rewrite_units(&r);
    rewriting_release(&r);
    return good;
}

bool written_functions(compiler *c, string_vec *out) {
    contract_rewriting r = {.c = c};
    bool good = read_units(&r);
    for (uint32_t i = 0; good && i < r.units.size; i++)
        for (uint32_t k = 0; k < r.units.data[i].found.functions.size; k++) {
            const function_text *f = &r.units.data[i].found.functions.data[k];
            unit *u;
            if (f->body && !strings_have(out, f->name) && contract_of(&r, f->name, &u))
                vec_push(out, mem_string(f->name));
        }
    rewriting_release(&r);
    return good;
}

bool written_propose(compiler *c, LLVMModuleRef m, proposal_vec *out) {
    LOG("frontend", "propose contracts of functions");
    contract_rewriting r = {.c = c};
    bool good = read_units(&r);
    for (uint32_t i = 0; good && i < r.units.size; i++) {
        const contract_text *found = &r.units.data[i].found;
        for (uint32_t k = 0; k < found->functions.size; k++) {
            const function_text *f = &found->functions.data[k];
            unit *u;
            if (!f->body || contract_of(&r, f->name, &u)) continue;
            vec_push(out, ((proposal){0}));
            propose_contract(found, f, m, &vec_last(out));
            vec_last(out).internal = names_word(f->start, f->name_at, "static");
        }
    }
    rewriting_release(&r);
    return good;
}

void written_release(written_program *w) {
    for (uint32_t i = 0; i < w->texts.size; i++) text_release(&w->texts.data[i]);
    for (uint32_t i = 0; i < w->assumed.size; i++) mem_free(w->assumed.data[i]);
    for (uint32_t i = 0; i < w->met.size; i++) mem_free(w->met.data[i]);
    vec_release(&w->texts);
    vec_release(&w->assumed);
    vec_release(&w->met);
    mem_free(w->entry);
}
