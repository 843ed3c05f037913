/* Reading formulas: precedence as in C, with ==> and <==> below. */
#include "base/log.h"
#include "base/fail.h"
#include "frontend/written/logic.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void refuse(refusal *r, const char *format, ...) {
    va_list args;
    if (r->what[0]) return;
    va_start(args, format);
    vsnprintf(r->what, sizeof r->what, format, args);
    va_end(args);
}

typedef struct {
    formula_context *c;
    const char *at, *end;
} formula_reader;

/* What reads and says formulas is recursive; people write no deeper ones, and no larger. */
enum { DEEPEST = 500, MOST_NODES = 20000 };

static formula *read_formula(formula_reader *r);
static formula *read_binary(formula_reader *r, int level);
static formula *read_unary(formula_reader *r);

static source_word peek(const formula_reader *r) { return word_at(r->at, r->end); }
static bool sees(const formula_reader *r, const char *s) { return word_is(peek(r), s); }

static source_word take(formula_reader *r) {
    source_word w = peek(r);
    r->at = word_end(w);
    return w;
}

static bool take_if(formula_reader *r, const char *s) {
    bool is = sees(r, s);
    if (is) take(r);
    return is;
}

static void expect(formula_reader *r, const char *s) {
    if (take_if(r, s)) return;
    source_word w = peek(r);
    if (w.kind == WORD_MARK) refuse(r->c->refused, "'%.*s' in a formula", (int)w.size, w.at);
    else refuse(r->c->refused, "'%s' is missing before '%.*s'", s, (int)w.size, w.at);
    r->at = r->end;
}

static void give_up(formula_reader *r, const char *why) {
    refuse(r->c->refused, "%s", why);
    r->at = r->end;
}

static char *keep(formula_reader *r, const char *from, const char *to) {
    while (from < to && isspace((unsigned char)*from)) from++;
    while (from < to && isspace((unsigned char)to[-1])) to--;
    char *s = arena_alloc(r->c->memory, (size_t)(to - from) + 1);
    for (size_t i = 0; i < (size_t)(to - from); i++) s[i] = from[i] == '\n' ? ' ' : from[i];
    s[to - from] = 0;
    return s;
}

static char *keep_word(formula_reader *r, source_word w) { return keep(r, w.at, word_end(w)); }

formula *formula_join(formula_context *c, const char *mark, formula *a, formula *b) {
    formula *f = arena_alloc(c->memory, sizeof *f);
    *f = (formula){.kind = FORMULA_BINARY, .name = mark, .a = a, .b = b};
    return f;
}

void formula_add(formula_context *c, formula *call, formula *argument) {
    __typeof__(&call->arguments) all = &call->arguments;
    if (all->size == all->capacity) {
        formula **old = all->data;
        all->capacity = all->capacity ? 2 * all->capacity : 4;
        all->data = arena_alloc(c->memory, all->capacity * sizeof *old);
        if (old) memcpy(all->data, old, all->size * sizeof *old);
    }
    all->data[all->size++] = argument;
}

formula *formula_before(formula_context *c, formula *f) {
    formula *old = arena_alloc(c->memory, sizeof *old);
    *old = (formula){.kind = FORMULA_CALL, .name = c->acsl ? "\\old" : "__CPROVER_old"};
    formula_add(c, old, f);
    return old;
}

static formula *node(formula_reader *r, enum formula_kind kind, const char *name, formula *a,
                     formula *b) {
    formula *f = arena_alloc(r->c->memory, sizeof *f);
    *f = (formula){.kind = kind, .name = name, .a = a, .b = b};
    if (++r->c->nodes > MOST_NODES) give_up(r, "a formula of this size");
    return f;
}

static formula *zero(formula_reader *r) { return node(r, FORMULA_NUMBER, "0", NULL, NULL); }

/* ---- types ---- */
static bool is_type_word(const formula_reader *r, source_word w) {
    static const char *const known[] = {"void",
                                        "char",
                                        "short",
                                        "int",
                                        "long",
                                        "float",
                                        "double",
                                        "signed",
                                        "unsigned",
                                        "struct",
                                        "union",
                                        "enum",
                                        "const",
                                        "volatile",
                                        "_Bool",
                                        "integer",
                                        "real",
                                        "boolean",
                                        "size_t",
                                        "__int128",
                                        "__CPROVER_size_t",
                                        "__CPROVER_bool",
                                        "__typeof__",
                                        "typeof"};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (word_is(w, known[i])) return true;
    for (uint32_t i = 0; i < r->c->types->size; i++)
        if (word_is(w, r->c->types->data[i])) return true;
    return false;
}

static bool begins_operand(const formula_reader *r) {
    source_word w = peek(r);
    if (w.kind == WORD_MARK) return w.size == 1 && strchr("(-+!~*&", *w.at);
    return w.kind != WORD_END;
}

/* ---- operands ---- */
static void read_arguments(formula_reader *r, formula *call) {
    if (take_if(r, ")")) return;
    do {
        formula_add(r->c, call, read_formula(r));
    } while (take_if(r, ","));
    expect(r, ")");
}

/* `low .. high`, or one formula. */
static formula *read_range(formula_reader *r) {
    formula *low = sees(r, "..") ? NULL : read_formula(r);
    if (!take_if(r, "..")) return low;
    formula *high = sees(r, ")") || sees(r, "]") ? NULL : read_formula(r);
    if (!low || !high) refuse(r->c->refused, "a range without both bounds");
    return node(r, FORMULA_RANGE, "..", low ? low : zero(r), high ? high : zero(r));
}

static formula *read_group(formula_reader *r) {
    source_word first = peek(r);
    if (is_type_word(r, first)) {
        const char *close = find_mark(r->at, r->end, ")");
        char *type = close ? keep(r, r->at, close) : "";
        r->at = close ? close : r->end;
        expect(r, ")");
        if (!begins_operand(r)) refuse(r->c->refused, "a type where a value is meant: %s", type);
        return node(r, FORMULA_CAST, type, read_unary(r), NULL);
    }
    formula *f = node(r, FORMULA_GROUP, "", read_range(r), NULL);
    expect(r, ")");
    return f;
}

static formula *read_size(formula_reader *r) {
    const char *from = peek(r).at;
    if (sees(r, "(")) {
        const char *end = group_end(from, r->end);
        r->at = end ? end : r->end;
    } else read_unary(r);
    return node(r, FORMULA_SIZE, keep(r, from, r->at), NULL, NULL);
}

/* __CPROVER_forall { T i; e }, with the word read. */
static formula *read_braced(formula_reader *r, enum formula_kind kind) {
    expect(r, "{");
    const char *end = find_mark(r->at, r->end, ";"), *name = r->at;
    source_word last = {0};
    for (source_word w = peek(r); end && w.at < end && w.kind != WORD_END;
         w = word_at(word_end(w), r->end))
        last = w;
    if (!end || last.kind != WORD_NAME) refuse(r->c->refused, "a quantifier without a variable");
    formula *f = node(r, kind, end ? keep_word(r, last) : "", NULL, NULL);
    f->type = end ? keep(r, name, last.at) : "";
    r->at = end ? end + 1 : r->end;
    f->a = read_formula(r);
    expect(r, "}");
    return f;
}

/* \forall T i, j; e */
static formula *read_binder(formula_reader *r, enum formula_kind kind) {
    const char *end = find_mark(r->at, r->end, ";"), *type = r->at, *type_end = r->at;
    formula *first = NULL, **place = &first;
    while (end && is_type_word(r, word_at(type_end, end)))
        type_end = word_end(word_at(type_end, end));
    if (!end || type_end == type)
        refuse(r->c->refused, "a quantifier without the type of its variable");
    for (r->at = type_end; end && r->at < end;) {
        source_word w = take(r);
        if (w.kind != WORD_NAME)
            refuse(r->c->refused, "a quantifier over '%.*s'", (int)w.size, w.at);
        formula *f = node(r, kind, keep_word(r, w), NULL, NULL);
        f->type = keep(r, type, type_end);
        *place = f;
        place = &f->a;
        if (!take_if(r, ",")) break;
    }
    if (end) r->at = end + 1;
    else r->at = r->end;
    *place = read_formula(r);
    return first ? first : *place;
}

static formula *read_name(formula_reader *r, source_word w) {
    if (word_is(w, "\\forall")) return read_binder(r, FORMULA_FORALL);
    if (word_is(w, "\\exists")) return read_binder(r, FORMULA_EXISTS);
    if (word_is(w, "__CPROVER_forall")) return read_braced(r, FORMULA_FORALL);
    if (word_is(w, "__CPROVER_exists")) return read_braced(r, FORMULA_EXISTS);
    if (word_is(w, "sizeof")) return read_size(r);
    return node(r, FORMULA_NAME, keep_word(r, w), NULL, NULL);
}

static formula *read_primary(formula_reader *r) {
    source_word w = take(r);
    if (w.kind == WORD_NAME) return read_name(r, w);
    if (w.kind == WORD_NUMBER || w.kind == WORD_QUOTED)
        return node(r, FORMULA_NUMBER, keep_word(r, w), NULL, NULL);
    if (word_is(w, "(")) return read_group(r);
    refuse(r->c->refused, "'%.*s' in a formula", (int)w.size, w.at);
    r->at = r->end;
    return zero(r);
}

static formula *read_member(formula_reader *r, formula *of, const char *how) {
    source_word w = take(r);
    if (w.kind != WORD_NAME) refuse(r->c->refused, "a member without a name");
    char *name = arena_alloc(r->c->memory, w.size + 3);
    sprintf(name, "%s%.*s", how, (int)w.size, w.at);
    return node(r, FORMULA_MEMBER, name, of, NULL);
}

static formula *read_postfix(formula_reader *r) {
    formula *f = read_primary(r);
    for (;;) {
        if (take_if(r, "[")) {
            f = node(r, FORMULA_INDEX, "[]", f, read_range(r));
            expect(r, "]");
        } else if (take_if(r, "(")) {
            f = node(r, FORMULA_CALL, f->kind == FORMULA_NAME ? f->name : "a function pointer",
                     NULL, NULL);
            read_arguments(r, f);
            f = logic_expand(r->c, f);
        } else if (take_if(r, ".")) f = read_member(r, f, ".");
        else if (take_if(r, "->")) f = read_member(r, f, "->");
        else return f;
    }
}

static formula *read_operand(formula_reader *r) {
    static const char *const operations[] = {"!", "-", "+", "~", "*", "&"};
    for (size_t i = 0; i < sizeof operations / sizeof *operations; i++)
        if (take_if(r, operations[i]))
            return node(r, FORMULA_UNARY, operations[i], read_unary(r), NULL);
    return read_postfix(r);
}

static formula *read_unary(formula_reader *r) {
    if (++r->c->depth > DEEPEST) give_up(r, "a formula that nests this deep");
    formula *f = read_operand(r);
    r->c->depth--;
    return f;
}

/* ---- operations ---- */
enum { LEVEL_IMPLIES = 1, LEVEL_ORDER = 9, LEVEL_HIGHEST = 12 };
static const struct {
    const char *mark;
    int level;
} operations[] = {{"<==>", 0},        {"==>", LEVEL_IMPLIES},
                  {"||", 2},          {"^^", 3},
                  {"&&", 4},          {"|", 5},
                  {"^", 6},           {"&", 7},
                  {"==", 8},          {"!=", 8},
                  {"<", LEVEL_ORDER}, {"<=", LEVEL_ORDER},
                  {">", LEVEL_ORDER}, {">=", LEVEL_ORDER},
                  {"<<", 10},         {">>", 10},
                  {"+", 11},          {"-", 11},
                  {"*", 12},          {"/", 12},
                  {"%", 12}};

static const char *take_operation(formula_reader *r, int level) {
    for (size_t i = 0; i < sizeof operations / sizeof *operations; i++)
        if (operations[i].level == level && take_if(r, operations[i].mark))
            return operations[i].mark;
    return NULL;
}

/* a < b < c, in ACSL: both. The operand in the middle is one tree with two places. */
static formula *chain(formula_reader *r, formula *left, formula *middle, const char *mark,
                      formula *right) {
    if (r->c->acsl)
        return node(r, FORMULA_BINARY, "&&", left, node(r, FORMULA_BINARY, mark, middle, right));
    return node(r, FORMULA_BINARY, mark, left, right);
}

static bool is_order(const formula *f) {
    return f->kind == FORMULA_BINARY &&
           (*f->name == '<' || *f->name == '>' || !strcmp(f->name, "&&")) &&
           strcmp(f->name, "<<") && strcmp(f->name, ">>") && strcmp(f->name, "<==>");
}

/* In ACSL `a < b == c` is a chain, too; and one has one direction. */
static void refuse_chain(formula_reader *r, const formula *f, const char *before, const char *mark,
                         const formula *right, int level) {
    if (!r->c->acsl) return;
    if (level == 8 && (is_order(f) || is_order(right)))
        refuse(r->c->refused, "equations that chain");
    if (level == LEVEL_ORDER && before && *before != *mark)
        refuse(r->c->refused, "comparisons of both directions that chain");
}

static formula *read_right(formula_reader *r, int level) {
    if (++r->c->depth > DEEPEST) give_up(r, "a formula that nests this deep");
    formula *f = read_binary(r, level);
    r->c->depth--;
    return f;
}

static formula *read_binary(formula_reader *r, int level) {
    if (level > LEVEL_HIGHEST) return read_unary(r);
    formula *f = read_binary(r, level + 1), *last = NULL;
    for (const char *mark, *before = NULL; (mark = take_operation(r, level)); before = mark) {
        /* Implications associate to the right; what they imply may be a quantifier. */
        formula *right = read_right(r, level == LEVEL_IMPLIES ? level : level + 1);
        refuse_chain(r, f, before, mark, right, level);
        if (last && level == LEVEL_ORDER) f = chain(r, f, last, mark, right);
        else f = node(r, FORMULA_BINARY, mark, f, right);
        if (last && level == 8 && r->c->acsl) refuse(r->c->refused, "equations that chain");
        if (level >= 8 && level <= LEVEL_ORDER) last = right;
    }
    return f;
}

static formula *read_formula(formula_reader *r) {
    formula *f = read_right(r, 0);
    if (!take_if(r, "?")) return f;
    r->c->depth++;
    formula *choice = node(r, FORMULA_CHOICE, "?", f, read_formula(r));
    expect(r, ":");
    choice->c = read_formula(r);
    r->c->depth--;
    return choice;
}

formula *formula_read(formula_context *c, const char *p, const char *end) {
    assert_debug(p <= end);
    LOG("frontend", "read a formula of %td bytes", end - p);
    formula_reader r = {c, p, end};
    if (!c->expanding.size) c->depth = c->nodes = 0;
    formula *f = read_formula(&r);
    source_word w = peek(&r);
    if (w.kind != WORD_END) refuse(c->refused, "'%.*s' in a formula", (int)w.size, w.at);
    return f;
}
