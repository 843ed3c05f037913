#include "frontend/written/find.h"
#include "base/log.h"
#include "source/number_types.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* ---- annotations ---- */
static char *stripped(const char *from, const char *end, arena *memory) {
    char *s = arena_alloc(memory, (size_t)(end - from) + 1), *to = s;
    bool start = true;
    for (; from < end; from++) { /* an @ at the start of a line is decoration */
        *to++ = *from == '@' && start ? ' ' : *from;
        start = *from == '\n' || (start && isspace((unsigned char)*from));
    }
    *to = 0;
    return s;
}

const char *comment_end(const char *p) {
    const char *end = p[1] == '*' ? strstr(p + 2, "*/") : strchr(p, '\n');
    return !end ? p + strlen(p) : p[1] == '*' ? end + 2 : end;
}

bool defines_macro(const char *line) {
    return !strncmp(line, "#define", 7) || !strncmp(line, "#undef", 6);
}

/* Behind the definition; lines of its comments follow as empty ones. */
static const char *join_definition(const char *p, text *out) {
    uint32_t lines = 0;
    while (*p && *p != '\n') {
        bool comment = p[0] == '/' && (p[1] == '*' || p[1] == '/');
        const char *end = comment             ? comment_end(p)
                          : strchr("\"'", *p) ? skip_quoted(p, p + strcspn(p, "\n"))
                                              : p + 1;
        if (comment) text_char(out, ' ');
        else text_bytes(out, p, (size_t)(end - p));
        for (; comment && p < end; p++) lines += *p == '\n';
        p = end;
    }
    while (lines--) text_char(out, '\n');
    return p;
}

void definitions_join(const char *p, text *out) {
    while (*p) {
        const char *end = defines_macro(p) ? join_definition(p, out) : NULL;
        size_t rest = strcspn(end ? end : p, "\n");
        if (!end) text_bytes(out, p, rest), end = p + rest;
        if (*end) text_char(out, *end++);
        p = end;
    }
}

void annotations_find(const char *all, annotation_vec *out, arena *memory) {
    LOG("frontend", "find annotations");
    bool line_start = true;
    const char *last_end = all + strlen(all);
    for (const char *p = all; *p;) {
        bool directive = line_start && *p == '#';
        line_start = *p == '\n';
        if (directive) p += strcspn(p, "\n");
        else if (*p == '"' || *p == '\'') p = skip_quoted(p, last_end);
        else if (p[0] == '/' && (p[1] == '*' || p[1] == '/')) {
            const char *end = comment_end(p);
            if (p[2] == '@') {
                const char *last = p[1] == '*' && end - p >= 5 ? end - 2 : end;
                if (last > p + 3 && last[-1] == '@') last--;
                bool *read = arena_alloc(memory, sizeof *read);
                *read = false;
                vec_push(out, ((annotation){p, end, read, stripped(p + 3, last, memory)}));
            }
            p = end;
        } else p++;
    }
}

/* ---- clauses ---- */
static const struct {
    const char *source_word;
    enum clause_kind kind;
} acsl_words[] = {{"requires", CLAUSE_REQUIRES},
                  {"ensures", CLAUSE_ENSURES},
                  {"assigns", CLAUSE_ASSIGNS},
                  {"assumes", CLAUSE_ASSUMES},
                  {"complete behaviors", CLAUSE_COMPLETE},
                  {"disjoint behaviors", CLAUSE_DISJOINT},
                  {"loop invariant", CLAUSE_INVARIANT},
                  {"invariant", CLAUSE_INVARIANT},
                  {"loop assigns", CLAUSE_UNCHECKED},
                  {"loop variant", CLAUSE_UNCHECKED},
                  {"decreases", CLAUSE_UNCHECKED},
                  {"terminates", CLAUSE_UNCHECKED},
                  {"assert", CLAUSE_ASSERT},
                  {"check", CLAUSE_ASSERT}},
  cprover_words[] = {{"__CPROVER_requires", CLAUSE_REQUIRES},
                     {"__CPROVER_ensures", CLAUSE_ENSURES},
                     {"__CPROVER_assigns", CLAUSE_ASSIGNS},
                     {"__CPROVER_loop_invariant", CLAUSE_INVARIANT},
                     {"__CPROVER_loop_assigns", CLAUSE_UNCHECKED},
                     {"__CPROVER_decreases", CLAUSE_UNCHECKED},
                     {"__CPROVER_frees", CLAUSE_REFUSED},
                     {"__CPROVER_loop_frees", CLAUSE_REFUSED},
                     {"__CPROVER_requires_contract", CLAUSE_REFUSED},
                     {"__CPROVER_ensures_contract", CLAUSE_REFUSED}};
#define COUNT(table) (sizeof table / sizeof *table)

/* The word of a clause, which may have two names. */
static const char *acsl_word(const char *p, const char *end, char *out, size_t size) {
    source_word first = word_at(p, end), second = word_at(word_end(first), end);
    bool two = second.kind == WORD_NAME &&
               (word_is(first, "loop") || word_is(first, "complete") || word_is(first, "disjoint"));
    snprintf(out, size, two ? "%.*s %.*s" : "%.*s", (int)first.size, first.at, (int)second.size,
             second.at);
    return word_end(two ? second : first);
}

static enum clause_kind acsl_kind(const char *name) {
    for (size_t i = 0; i < COUNT(acsl_words); i++)
        if (!strcmp(acsl_words[i].source_word, name)) return acsl_words[i].kind;
    return CLAUSE_REFUSED;
}

/* A formula may have a name before a colon, which says nothing. */
static const char *skip_label(const char *p, const char *end) {
    source_word name = word_at(p, end), colon = word_at(word_end(name), end);
    return name.kind == WORD_NAME && word_is(colon, ":") ? word_end(colon) : p;
}

static char *arena_word(contract_text *c, source_word w) {
    char *s = arena_alloc(&c->memory, w.size + 1);
    memcpy(s, w.at, w.size);
    s[w.size] = 0;
    return s;
}

/* `behavior NAME:` at p, after which its clauses stand. NULL: there is none. */
static const char *read_behavior(contract_text *c, const char *p, const char *end,
                                 const char **name) {
    source_word first = word_at(p, end), second = word_at(word_end(first), end);
    source_word colon = word_at(word_end(second), end);
    if (!word_is(first, "behavior") || !word_is(colon, ":")) return NULL;
    *name = arena_word(c, second);
    return word_end(colon);
}

static text_origin origin_of_clause(text_origin annotated, const char *words, const char *at) {
    for (; words < at; words++) annotated.line += *words == '\n';
    return annotated;
}

static void read_annotation(contract_text *c, const annotation *a, clause_vec *out) {
    const char *end = a->words + strlen(a->words), *p = a->words, *behavior = NULL;
    text_origin origin = origin_in(c->text, a->at);
    *a->read = true;
    while (word_at(p, end).kind != WORD_END) {
        char name[60];
        const char *inside = read_behavior(c, p, end, &behavior);
        if (inside) p = inside;
        if (inside) continue;
        const char *from = acsl_word(p, end, name, sizeof name), *stop = clause_end(from, end);
        enum clause_kind kind = acsl_kind(name);
        bool refused = kind == CLAUSE_REFUSED;
        if (kind == CLAUSE_COMPLETE || kind == CLAUSE_DISJOINT) behavior = NULL;
        vec_push(out,
                 ((written_clause){
                     kind, true, refused ? arena_string(&c->memory, name) : skip_label(from, stop),
                     refused ? NULL : stop, behavior,
                     origin_of_clause(origin, a->words, word_at(p, end).at)}));
        if (refused) return; /* what follows may belong to it */
        p = stop < end ? stop + 1 : end;
    }
}

/* Clauses of CBMC at p; after them. */
static const char *read_cprover(contract_text *c, const char *p, const char *end, clause_vec *out) {
    for (;;) {
        source_word w = word_at(p, end), open = word_at(word_end(w), end);
        size_t i = 0;
        while (i < COUNT(cprover_words) && !word_is(w, cprover_words[i].source_word)) i++;
        const char *close = word_is(open, "(") ? group_end(open.at, end) : NULL;
        if (i == COUNT(cprover_words) || !close) return p;
        enum clause_kind kind = cprover_words[i].kind;
        bool refused = kind == CLAUSE_REFUSED;
        vec_push(out, ((written_clause){
                          kind, false, refused ? cprover_words[i].source_word : word_end(open),
                          refused ? NULL : close - 1, NULL, origin_in(c->text, w.at)}));
        p = close;
    }
}

/* ---- bodies ---- */
static const annotation *annotation_before(const annotation_vec *all, const char *from,
                                           const char *to) {
    for (uint32_t i = 0; i < all->size; i++)
        if (all->data[i].at >= from && all->data[i].at < to) return &all->data[i];
    return NULL;
}

/* The condition of a loop between its parentheses. */
static void find_condition(source_word keyword, const char *open, const char *close,
                           place_text *out) {
    out->condition = open + 1;
    out->condition_end = close - 1;
    if (!word_is(keyword, "for")) return;
    const char *first = find_mark(open + 1, close - 1, ";");
    const char *second = first ? find_mark(first + 1, close - 1, ";") : NULL;
    out->condition = first ? first + 1 : NULL;
    out->condition_end = second;
    if (!second) out->condition = NULL;
}

static void refuse_all(clause_vec *clauses, const char *what) {
    for (uint32_t i = 0; i < clauses->size; i++)
        clauses->data[i].kind = CLAUSE_REFUSED, clauses->data[i].from = what;
}

/* Of a loop, as ACSL's `loop assigns`. */
static void leave_assigns(clause_vec *clauses) {
    for (uint32_t i = 0; i < clauses->size; i++)
        if (clauses->data[i].kind == CLAUSE_ASSIGNS) clauses->data[i].kind = CLAUSE_UNCHECKED;
}

static void find_loop(contract_text *c, source_word keyword, const char *end, place_text *out) {
    source_word open = word_at(word_end(keyword), end);
    out->at = keyword.at;
    if (word_is(keyword, "do")) {
        if (word_is(open, "{")) out->at = word_end(open);
        else refuse_all(&out->clauses, "a clause of a do loop without braces");
        return;
    }
    const char *close = word_is(open, "(") ? group_end(open.at, end) : NULL;
    if (!close) return;
    const char *behind = read_cprover(c, close, end, &out->clauses);
    leave_assigns(&out->clauses);
    find_condition(keyword, open.at, close, out);
    if (behind != close && word_is(word_at(behind, end), ";"))
        refuse_all(&out->clauses, "a clause of a do loop");
}

static bool only_asserts(const clause_vec *v) {
    for (uint32_t i = 0; i < v->size; i++)
        if (v->data[i].kind != CLAUSE_ASSERT && v->data[i].kind != CLAUSE_REFUSED) return false;
    return true;
}

static bool has_statement_clause(const clause_vec *v) {
    for (uint32_t i = 0; i < v->size; i++)
        if (v->data[i].kind <= CLAUSE_DISJOINT) return true;
    return false;
}

/* What stands before a loop and is none of its clauses is a place of its own. */
static void split_asserts(contract_text *c, const char *at, clause_vec *clauses) {
    place_text before = {.at = at};
    uint32_t kept = 0;
    for (uint32_t i = 0; i < clauses->size; i++) {
        const written_clause k = clauses->data[i];
        if (k.kind == CLAUSE_ASSERT) vec_push(&before.clauses, k);
        else clauses->data[kept++] = k;
    }
    clauses->size = kept;
    if (before.clauses.size) vec_push(&c->places, before);
}

/* A jump would come after what is put before the label. */
static bool starts_label(source_word w, const char *end) {
    return word_is(w, "case") || word_is(w, "default") ||
           (w.kind == WORD_NAME && word_is(word_at(word_end(w), end), ":"));
}

static bool starts_loop(source_word w) {
    return word_is(w, "while") || word_is(w, "for") || word_is(w, "do");
}

static void scan_body(contract_text *c, const annotation_vec *all, const char *from,
                      const char *end) {
    const char *last = from;
    source_word before = {0};
    for (source_word w = word_at(from, end);; before = w, w = word_at(word_end(w), end)) {
        place_text place = {0};
        for (const annotation *a; (a = annotation_before(all, last, w.at)); last = a->end)
            read_annotation(c, a, &place.clauses);
        bool bare = word_is(before, ")") || word_is(before, "else") || word_is(before, "do");
        if (starts_loop(w) && bare && !word_is(w, "while") && only_asserts(&place.clauses))
            refuse_all(&place.clauses, "an assertion before a statement without braces");
        if (starts_loop(w)) {
            if (has_statement_clause(&place.clauses))
                refuse_all(&place.clauses, "a contract of a statement");
            split_asserts(c, w.at, &place.clauses);
            find_loop(c, w, end, &place);
        } else if (place.clauses.size) {
            place.at = w.at;
            if (!only_asserts(&place.clauses))
                refuse_all(&place.clauses, "a contract of a statement");
            /* What is put there would take the place of the statement. */
            if (bare) refuse_all(&place.clauses, "an assertion before a statement without braces");
            if (starts_label(w, end)) {
                refuse_all(&place.clauses, "an assertion before a label");
                place.at = from + 1; /* where it is met */
            }
        }
        if (place.clauses.size) vec_push(&c->places, place);
        else vec_release(&place.clauses);
        if (w.kind == WORD_END) return;
        last = word_end(w);
    }
}

/* ---- declarations ---- */
static bool is_extension(source_word w) {
    static const char *const words[] = {"__attribute__", "__attribute",    "__asm__",
                                        "asm",           "__asm",          "__typeof__",
                                        "typeof",        "__typeof",       "_Alignas",
                                        "__declspec",    "_Static_assert", "__extension__"};
    for (size_t i = 0; i < COUNT(words); i++)
        if (word_is(w, words[i])) return true;
    return false;
}

static bool is_attribute(source_word w) {
    return word_is(w, "__attribute__") || word_is(w, "__attribute");
}

/* The last word of the parentheses that follow a word; the word itself where there are none. */
static source_word past_group(source_word w, const char *end) {
    source_word open = word_at(word_end(w), end);
    const char *close = word_is(open, "(") ? group_end(open.at, end) : NULL;
    return close ? (source_word){.kind = WORD_MARK, .at = close - 1, .size = 1} : w;
}

static bool is_qualifier(source_word w) {
    static const char *const words[] = {"const", "volatile", "restrict", "__restrict",
                                        "__restrict__"};
    for (size_t i = 0; i < COUNT(words); i++)
        if (word_is(w, words[i])) return true;
    return false;
}

/* (*name) ...: what points to a function or an array; the name, or nothing where it has none. */
static source_word name_in_group(source_word open, const char *end) {
    const char *close = group_end(open.at, end);
    for (source_word w = word_at(open.at + 1, close); w.kind != WORD_END;
         w = word_at(word_end(w), close))
        if (w.kind == WORD_NAME && !is_qualifier(w)) return w;
    return (source_word){0};
}

static bool opens_declarator(source_word w, const char *end) {
    return word_is(w, "(") && group_end(w.at, end) && word_is(word_at(word_end(w), end), "*");
}

static void read_parameter(contract_text *c, function_text *f, const char *from, const char *end) {
    parameter p = {.numbers = true};
    source_word name = {0};
    uint32_t names = 0, levels = 0;
    for (source_word w = word_at(from, end); w.kind != WORD_END; w = word_at(word_end(w), end)) {
        if (is_attribute(w)) {
            w = past_group(w, end);
            continue;
        }
        if (opens_declarator(w, end)) {
            p.function = !word_is(word_at(group_end(w.at, end), end), "[");
            p.pointer = true;
            name = name_in_group(w, end), names++;
            break;
        }
        p.constant |= word_is(w, "const") && !p.pointer;
        levels += word_is(w, "*") || word_is(w, "[");
        if (word_is(w, "*")) name = (source_word){0}; /* what comes before is the type */
        p.pointer = levels > 0;
        p.function |= word_is(w, "(");
        f->variadic |= word_is(w, "...");
        if (word_is(w, "[") && group_end(w.at, end)) w.at = group_end(w.at, end) - 1, w.size = 1;
        else if (w.kind == WORD_NAME && !(is_qualifier(w) && p.pointer)) {
            if (!p.pointer) p.numbers &= word_names_integer(w) || word_is(w, "const");
            name = w, names++;
        }
    }
    p.numbers &= levels == 1;
    bool is_void = names == 1 && word_is(name, "void") && !p.pointer;
    bool named = name.kind == WORD_NAME;
    if (named && (names > 1 || p.pointer)) p.name = arena_word(c, name);
    if (!is_void && (named || p.pointer)) vec_push(&f->list, p);
}

static void read_parameters(contract_text *c, function_text *f) {
    const char *from = f->parameters + 1, *end = f->parameters_end - 1;
    while (from <= end) {
        const char *comma = find_mark(from, end, ",");
        read_parameter(c, f, from, comma ? comma : end);
        if (!comma) return;
        from = comma + 1;
    }
}

static void note_type(contract_text *c, const char *from, const char *end) {
    source_word name = {0}, before = {0};
    for (source_word w = word_at(from, end); w.kind != WORD_END; w = word_at(word_end(w), end)) {
        if (word_is(w, "{") && group_end(w.at, end)) w.at = group_end(w.at, end) - 1, w.size = 1;
        else if (w.kind == WORD_NAME && !is_extension(w)) {
            name = w;
            if (word_is(before, "*") && w.at > from && word_is(word_at(word_end(w), end), ")"))
                break;
        }
        before = w;
    }
    if (name.kind == WORD_NAME) vec_push(&c->types, arena_word(c, name));
}

/* One declaration outside of functions; after it. */
static const char *read_declaration(contract_text *c, const annotation_vec *all, const char *p,
                                    const char *end) {
    function_text f = {.start = p};
    bool value = false;
    source_word w = word_at(p, end), first = w;
    while (w.kind != WORD_END && !word_is(w, ";")) {
        source_word next = word_at(word_end(w), end);
        const char *group = NULL;
        value |= word_is(w, "=");
        if (w.kind == WORD_NAME && word_is(next, "(")) {
            group = group_end(next.at, end);
            if (!f.name && !value && !is_extension(w) && group) {
                f.name = arena_word(c, w);
                f.name_at = w.at, f.parameters = next.at, f.parameters_end = group;
                const char *behind = read_cprover(c, group, end, &f.clauses);
                group = behind;
            }
        } else if (*w.at == '(' || *w.at == '[' || *w.at == '{') group = group_end(w.at, end);
        if (word_is(w, "{") && f.name && !value) {
            f.body = w.at, f.body_end = group ? group : end;
            break;
        }
        if (f.name && !value) group = read_cprover(c, group ? group : word_end(w), end, &f.clauses);
        w = word_at(group ? group : word_end(w), end);
    }
    const char *behind = f.body ? f.body_end : w.kind == WORD_END ? end : word_end(w);
    if (word_is(first, "typedef")) note_type(c, word_end(first), w.at), f.name = NULL;
    const char *last = f.start;
    for (const annotation *a; f.name && (a = annotation_before(all, last, f.name_at));
         last = a->end)
        if (!logic_defines(a->words)) read_annotation(c, a, &f.clauses);
        else *a->read = true;
    if (f.name && (f.clauses.size || f.body)) {
        read_parameters(c, &f);
        vec_push(&c->functions, f);
    } else vec_release(&f.clauses);
    if (f.body) scan_body(c, all, f.body, f.body_end);
    return behind;
}

void contracts_find_in(const char *all, const annotation_vec *annotations, contract_text *out) {
    const char *end = all + strlen(all);
    *out = (contract_text){.text = all};
    for (uint32_t i = 0; i < annotations->size; i++)
        if (logic_defines(annotations->data[i].words))
            logic_read(annotations->data[i].words, &out->memory, &out->logic);
    for (const char *p = all; word_at(p, end).kind != WORD_END;)
        p = read_declaration(out, annotations, p, end);
}

void contract_propose(contract_text *c, function_text *f, const char *words) {
    assert_debug(*words);
    bool read;
    read_annotation(c, &(annotation){f->name_at, f->name_at, &read, words}, &f->clauses);
}

void contract_text_release(contract_text *c) {
    for (uint32_t i = 0; i < c->functions.size; i++) {
        vec_release(&c->functions.data[i].clauses);
        vec_release(&c->functions.data[i].list);
    }
    for (uint32_t i = 0; i < c->places.size; i++) vec_release(&c->places.data[i].clauses);
    vec_release(&c->functions);
    vec_release(&c->places);
    vec_release(&c->types);
    logic_release(&c->logic);
    arena_release(&c->memory);
}
