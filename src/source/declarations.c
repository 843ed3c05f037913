#include "source/declarations.h"
#include "source/words.h"

#include <string.h>

/* What the words of the current statement say so far. */
typedef struct {
    uint32_t tokens;
    uint32_t depth;       /* of parentheses and brackets */
    uint32_t value_depth; /* an initializer ends at a comma of this depth */
    bool keyword, call, declaring, value, bracket, aggregate, conditional;
    char last; /* 'w': a word; else the last character */
} statement;

/* A block, and the statement in which it began. */
typedef struct {
    uint32_t declared;
    statement outer;
} c_block;

typedef struct {
    const source_map *m;
    const char *name;
    size_t length, place;
    declarations *out;
    vec(c_block) blocks;
    statement s;
} declaration_reader;

static bool is(const char *word, size_t n, const char *const *words) {
    while (*words && (strlen(*words) != n || memcmp(*words, word, n))) words++;
    return *words;
}

/* Words that begin a statement which declares nothing. */
static bool begins_no_declaration(const char *word, size_t n) {
    static const char *const words[] = {"return", "else",     "case",  "goto",   "do",
                                        "sizeof", "if",       "while", "switch", "default",
                                        "break",  "continue", NULL};
    return is(word, n, words);
}

static bool begins_aggregate(const char *word, size_t n) {
    static const char *const words[] = {"struct", "union", "enum", NULL};
    return is(word, n, words);
}

static bool names_type(const char *word, size_t n) {
    static const char *const words[] = {
        "void",     "char",  "short",  "int",   "long",     "float",    "double", "signed",
        "unsigned", "_Bool", "static", "const", "volatile", "register", "extern", NULL};
    return is(word, n, words);
}

/* `T i`, `T *i`, `typeof(x) i`: a declaration has a second word where an expression has an
 * operator. */
static void decide(statement *s, char kind) {
    bool second = s->tokens == 1 || (s->call && s->depth == 0 && s->last == ')');
    if (second && !s->keyword && (kind == 'w' || kind == '*')) s->declaring = true;
    if (s->tokens == 1 && kind == '(') s->call = true;
    else if (s->tokens > 1 && s->depth == 0 && s->last == ')') s->call = false;
}

static bool is_declarator(const statement *s) {
    return s->declaring && !s->value && !s->bracket && s->last && strchr("w*,()}", s->last);
}

static void open_block(declaration_reader *r) {
    c_block b = {r->out->size, r->s};
    vec_push(&r->blocks, b);
    r->s = (statement){0};
}

static void close_block(declaration_reader *r) {
    if (!r->blocks.size) return;
    c_block b = vec_pop(&r->blocks);
    for (uint32_t i = b.declared; i < r->out->size; i++) r->out->data[i].visible = false;
    bool inside =
        b.outer.depth || b.outer.value ||
        b.outer.aggregate; /* an initializer, a type, an expression: the statement goes on */
    r->s = inside ? b.outer : (statement){0};
    if (inside) r->s.last = '}';
}

static void read_word(declaration_reader *r, size_t at, size_t n) {
    const char *word = r->m->content.data + at;
    statement *s = &r->s;
    decide(s, 'w');
    if (!s->tokens)
        s->keyword = begins_no_declaration(word, n), s->declaring |= names_type(word, n);
    s->aggregate |= begins_aggregate(word, n);
    if (n == r->length && !memcmp(word, r->name, n) && is_declarator(s)) {
        declaration d = {at, true};
        vec_push(r->out, d);
    }
    s->last = 'w';
    s->tokens++;
}

static void read_sign(declaration_reader *r, char x) {
    statement *s = &r->s;
    if (x == '{') {
        open_block(r);
        return;
    }
    if (x == '}') {
        close_block(r);
        return;
    }
    if (x == ';' || (x == ':' && !s->conditional && !s->depth)) {
        *s = (statement){.depth = s->depth}; /* in the head of a `for` the parenthesis stays open */
        return;
    }
    decide(s, x);
    if (x == '(' || x == '[') s->depth++;
    if ((x == ')' || x == ']') && s->depth) s->depth--;
    if (x == '[') s->bracket = true;
    if (x == ']') s->bracket = false;
    if (x == '=' && !s->value) s->value = true, s->value_depth = s->depth;
    if (x == ',' && s->value && s->depth == s->value_depth) s->value = false;
    s->conditional |= x == '?';
    s->last = x;
    s->tokens++;
}

/* A declaration in the head of a `for` is gone after the loop. */
static void end_loops(declaration_reader *r) {
    for (uint32_t i = 0; i < r->out->size; i++) {
        declaration *d = &r->out->data[i];
        for (uint32_t k = 0; k < r->m->loops.size; k++) {
            const source_loop *l = &r->m->loops.data[k];
            if (l->keyword == 'f' && l->start < d->at && d->at < l->body && r->place >= l->end)
                d->visible = false;
        }
    }
}

void declarations_find(const source_map *m, size_t place, const char *name, size_t length,
                       declarations *out) {
    assert_debug(place <= m->content.size);
    assert_debug(length);
    size_t open, close, head, head_length;
    declaration_reader r = {.m = m, .name = name, .length = length, .place = place, .out = out};
    if (!source_function_around(m, place, &open, &close, &head, &head_length)) return;
    if (!head_length) head = open;
    r.s.declaring = head_length > 0; /* parameters */
    const char *all = m->content.data, *end = all + place;
    for (source_word w = word_at(all + head, end); w.kind != WORD_END;
         w = word_at(word_end(w), end)) {
        bool name_or_number = w.kind == WORD_NAME || w.kind == WORD_NUMBER;
        if (word_is(w, "for"))
            r.s = (statement){.last = 'f'}; /* the next parenthesis begins a statement of its own */
        else if (name_or_number) read_word(&r, (size_t)(w.at - all), w.size);
        else if (r.s.last == 'f' && !r.s.tokens) r.s = (statement){.depth = 1};
        else read_sign(&r, w.at[w.size - 1]);
    }
    end_loops(&r);
    vec_release(&r.blocks);
}

size_t place_of_loop_invariant(const source_map *m, size_t keyword) {
    assert_debug(keyword < m->content.size);
    const source_loop *l = loop_around(m, keyword);
    return l && l->start == keyword && l->keyword == 'f' ? l->body : keyword;
}
