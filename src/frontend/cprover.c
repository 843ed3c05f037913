#include "source/words.h"
#include "frontend/cprover.h"
#include "base/log.h"
#include "base/fail.h"
#include "base/vec.h"

#include <ctype.h>
#include <string.h>

#define BUILTIN_PREFIX "__builtin_"

/* ---- the words ---- */
#define DECLARED(entry, ...) {#entry, {__VA_ARGS__}},
#define FORM(...)
#define CLAUSE(entry)
static const struct {
    const char *name, *text[2];
} declared[] = {
#include "frontend/cprover.def"
};
#undef DECLARED
#undef FORM
#define DECLARED(...)
#define FORM(entry, n, content) {#entry, n, content},
static const struct {
    const char *name;
    uint32_t arguments;
    const char *expression;
} forms[] = {
#include "frontend/cprover.def"
};
#undef FORM
#undef CLAUSE
#define FORM(...)
#define CLAUSE(entry) #entry,
static const char *const clauses[] = {
#include "frontend/cprover.def"
};
#define COUNT(table) (sizeof table / sizeof *table)

static bool is_clause(const char *name) {
    for (size_t i = 0; i < COUNT(clauses); i++)
        if (!strcmp(clauses[i], name)) return true;
    return false;
}

static bool has_forms(const char *name) {
    for (size_t i = 0; i < COUNT(forms); i++)
        if (!strcmp(forms[i].name, name)) return true;
    return false;
}

static const char *form_of(const char *name, uint32_t arguments) {
    for (size_t i = 0; i < COUNT(forms); i++)
        if (!strcmp(forms[i].name, name) && forms[i].arguments == arguments)
            return forms[i].expression;
    return NULL;
}

/* ---- rewriting ---- */
typedef struct {
    const char *at, *end;
    text *out;
    uint32_t depth;     /* of braces */
    size_t declaration; /* where the one that is being read begins in `out` */
    string_vec seen;    /* names with the prefix that were declared */
} cprover_rewriting;

static void rewrite(cprover_rewriting *r);

static bool follows(const cprover_rewriting *r, const char *at, const char *mark) {
    return word_is(word_at(at, r->end), mark);
}

/* The end of the brackets that come next; NULL: others words do, or nothing closes them. */
static const char *group_after(const cprover_rewriting *r, const char *at, char bracket,
                               const char **open) {
    *open = word_at(at, r->end).at;
    return *open < r->end && **open == bracket ? group_end(*open, r->end) : NULL;
}

static bool has_seen(const cprover_rewriting *r, const char *name) {
    for (uint32_t i = 0; i < r->seen.size; i++)
        if (!strcmp(r->seen.data[i], name)) return true;
    return false;
}

static void add_newlines(text *out, const char *from, const char *to) {
    for (; from < to; from++)
        if (*from == '\n') text_char(out, '\n');
}

/* A part of the text by itself, on one line, without positions of the preprocessor. */
static char *rewritten(const char *from, size_t size) {
    text flat = {0}, out = {0};
    bool line_start = false;
    for (const char *p = from; p < from + size; p++) {
        if (line_start && *p == '#')
            while (p < from + size && *p != '\n') p++;
        line_start = p < from + size && *p == '\n';
        text_char(&flat, p >= from + size || isspace((unsigned char)*p) ? ' ' : *p);
    }
    cprover_rewriting part = {.at = text_string(&flat), .out = &out, .depth = 1};
    part.end = part.at + flat.size;
    rewrite(&part);
    char *result = mem_string(text_string(&out));
    text_release(&flat);
    text_release(&out);
    vec_release(&part.seen);
    return result;
}

/* The arguments between the parentheses [open, end), each rewritten. */
static void take_arguments(const char *open, const char *end, string_vec *out) {
    for (const char *first = open + 1; first < end;) {
        const char *p = find_mark(first, end - 1, ",");
        if (!p) p = end - 1;
        vec_push(out, rewritten(first, (size_t)(p - first)));
        first = p + 1;
    }
}

static void expand_form(const char *form, const string_vec *arguments, text *out) {
    for (; *form; form++) {
        if (*form == '$') text_add(out, arguments->data[*++form - '1']);
        else text_char(out, *form);
    }
}

/* A word with forms, called: false where no form has as many arguments. */
static bool rewrite_form(cprover_rewriting *r, const char *name) {
    const char *open, *end = group_after(r, r->at, '(', &open);
    string_vec arguments = {0};
    if (!end) return false;
    take_arguments(open, end, &arguments);
    const char *form = form_of(name, arguments.size);
    if (form) {
        expand_form(form, &arguments, r->out);
        add_newlines(r->out, r->at, end);
        r->at = end;
    }
    vec_free_each(&arguments);
    return form != NULL;
}

static bool rewrite_quantifier(cprover_rewriting *r, bool universal) {
    const char *open, *end = group_after(r, r->at, '{', &open);
    if (!end) return false;
    char *body = rewritten(open + 1, (size_t)(end - open - 2));
    cprover_quantifier(universal, body, r->out);
    mem_free(body);
    add_newlines(r->out, r->at, end);
    r->at = end;
    return true;
}

static bool drop_clause(cprover_rewriting *r) {
    const char *open, *end = group_after(r, r->at, '(', &open);
    if (!end) return false;
    add_newlines(r->out, r->at, end);
    r->at = end;
    return true;
}

/* Another declaration of an uninterpreted function, which C would compare with the first. */
static bool drop_declaration(cprover_rewriting *r) {
    const char *end = strchr(r->at, ';');
    if (!end) return false;
    text lines = {0};
    add_newlines(&lines, r->out->data + r->declaration, r->out->data + r->out->size);
    r->out->size = r->declaration;
    text_add(r->out, text_string(&lines));
    text_release(&lines);
    add_newlines(r->out, r->at, end + 1);
    r->at = end + 1;
    r->declaration = r->out->size;
    return true;
}

/* Outside of every function: `name(` there is a declaration. */
static bool note_declaration(cprover_rewriting *r, const char *name) {
    if (r->depth || !follows(r, r->at, "(")) return false;
    bool again = has_seen(r, name);
    if (again && !strncmp(name, CPROVER_UNINTERPRETED, strlen(CPROVER_UNINTERPRETED)))
        return drop_declaration(r);
    if (!again) vec_push(&r->seen, mem_string(name));
    return false;
}

/* A statement that is started as a thread: refused where it is met. */
static bool rewrite_thread(cprover_rewriting *r, const char *name) {
    static const char label[] = CPROVER_PREFIX "ASYNC_";
    source_word colon = word_at(r->at, r->end);
    if (strncmp(name, label, sizeof label - 1) || !word_is(colon, ":")) return false;
    text_print(r->out, "%s: " CPROVER_PREFIX "ASYNC();", name);
    add_newlines(r->out, r->at, colon.at);
    r->at = word_end(colon);
    return true;
}

static bool rewrite_special(cprover_rewriting *r, const char *name) {
    const char *word = name + strlen(CPROVER_PREFIX);
    if (is_clause(word)) return drop_clause(r);
    if (!strcmp(word, "forall")) return rewrite_quantifier(r, true);
    if (!strcmp(word, "exists")) return rewrite_quantifier(r, false);
    if (note_declaration(r, name) || rewrite_thread(r, name)) return true;
    return r->depth && has_forms(word) && rewrite_form(r, word);
}

/* CBMC lets a program define what compilers have built in. The function that the compiler calls
 * where it does not know better has the name without the prefix. */
static bool defines_builtin(const cprover_rewriting *r, const char *end) {
    if (r->depth || strncmp(r->at, BUILTIN_PREFIX, strlen(BUILTIN_PREFIX))) return false;
    const char *open, *body = group_after(r, end, '(', &open);
    return body && follows(r, body, "{");
}

static void rewrite_word(cprover_rewriting *r) {
    const char *end = word_end(word_at(r->at, r->end));
    if (defines_builtin(r, end)) r->at += strlen(BUILTIN_PREFIX);
    char *name = mem_format("%.*s", (int)(end - r->at), r->at);
    r->at = end;
    if (strncmp(name, CPROVER_PREFIX, strlen(CPROVER_PREFIX)) || !rewrite_special(r, name))
        text_add(r->out, name);
    mem_free(name);
}

static void copy_to(cprover_rewriting *r, const char *end) {
    text_bytes(r->out, r->at, (size_t)(end - r->at));
    r->at = end;
}

static bool at_line_start(const cprover_rewriting *r) {
    return !r->out->size || r->out->data[r->out->size - 1] == '\n';
}

/* A line of the preprocessor, or one other token. */
static void rewrite_other(cprover_rewriting *r) {
    bool directive = *r->at == '#' && at_line_start(r);
    r->depth += *r->at == '{';
    r->depth -= *r->at == '}' && r->depth;
    bool ends = directive || (!r->depth && (*r->at == ';' || *r->at == '}'));
    bool literal = *r->at == '"' || *r->at == '\'';
    copy_to(r, directive ? r->at + strcspn(r->at, "\n")
               : literal ? skip_quoted(r->at, r->end)
                         : r->at + 1);
    if (ends) r->declaration = r->out->size;
}

static void rewrite(cprover_rewriting *r) {
    while (r->at < r->end) {
        if (is_name_char(*r->at)) rewrite_word(r);
        else rewrite_other(r);
    }
}

/* ---- the whole text ---- */
static void add_declarations(cprover_rewriting *r, bool native, const char *body, text *out) {
    text_add(out, "# 1 \"<cinch>/cprover.h\"\n");
    for (size_t i = 0; i < COUNT(declared); i++) {
        char *name = mem_format(CPROVER_PREFIX "%s", declared[i].name);
        bool used =
            strstr(body, name) && names_word(body, body + strlen(body), name) && !has_seen(r, name);
        const char *line = declared[i].text[native && *declared[i].text[1]];
        if (used) text_print(out, "%s\n", line);
        mem_free(name);
    }
}

void cprover_rewrite(const text *preprocessed, bool native, text *out) {
    LOG("frontend", "rewrite CBMC's C, %zu bytes", preprocessed->size);
    text body = {0}, given = {0};
    text_bytes(&given, preprocessed->data, preprocessed->size);
    cprover_rewriting r = {.at = text_string(&given), .out = &body};
    r.end = r.at + given.size;
    rewrite(&r);
    cprover_implications(&body);
    add_declarations(&r, native, text_string(&body), out);
    text_bytes(out, body.data, body.size);
    vec_free_each(&r.seen);
    text_release(&body);
    text_release(&given);
}
