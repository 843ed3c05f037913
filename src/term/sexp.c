/* S-expressions: one pass over the text, no recursion. */
#include "term/smtlib_internal.h"

enum kind { LIST, SYMBOL, QUOTED, STRING };
typedef struct {
    uint32_t start, size, line;
    uint32_t column : 30, kind : 2;
} sexp_node;

struct sexps {
    vec(sexp_node) nodes; /* 0: none */
    u32_vec children;     /* of lists, each list's in a row */
    text atoms;           /* each ends in NUL */
    u32_vec top;
};

typedef struct {
    sexps *s;
    const char *at, *end, *file;
    input_error *error;
    const char *line_start; /* column = at - line_start + 1 */
    uint32_t line;
    u32_vec open;    /* lists not closed yet */
    u32_vec pending; /* their children so far */
} sexp_reader;

static uint32_t column_of(const sexp_reader *r) {
    uint64_t column = (uint64_t)(r->at - r->line_start) + 1;
    return column < 1u << 30 ? (uint32_t)column : (1u << 30) - 1;
}

static bool fail_here(sexp_reader *r, const char *what) {
    return input_fail(r->error, r->file, r->line, column_of(r), "%s", what);
}

static uint32_t node_push(sexp_reader *r, enum kind kind) {
    sexp_node n = {(uint32_t)r->s->atoms.size, 0, r->line, column_of(r), kind};
    vec_push(&r->s->nodes, n);
    return r->s->nodes.size - 1;
}

static void atom_end(sexp_reader *r, uint32_t id) {
    sexp_node *n = &r->s->nodes.data[id];
    n->size = (uint32_t)(r->s->atoms.size - n->start);
    text_char(&r->s->atoms, 0);
}

static bool is_delimiter(char c) {
    return c == '(' || c == ')' || c == '"' || c == '|' || c == ';' || c == ' ' || c == '\t' ||
           c == '\n' || c == '\r';
}

static void newline(sexp_reader *r) {
    r->line++;
    r->line_start = r->at + 1;
}

static bool read_symbol(sexp_reader *r, uint32_t *id) {
    const char *start = r->at;
    *id = node_push(r, SYMBOL);
    while (r->at < r->end && !is_delimiter(*r->at)) {
        if ((unsigned char)*r->at < 32 || *r->at == 127)
            return fail_here(r, "expected a printable character");
        r->at++;
    }
    text_bytes(&r->s->atoms, start, (size_t)(r->at - start));
    atom_end(r, *id);
    return true;
}

/* "..." with "" for a quote, or |...|. */
static bool read_quoted(sexp_reader *r, char quote, uint32_t *id) {
    sexp_reader begin = *r;
    *id = node_push(r, quote == '"' ? STRING : QUOTED);
    for (r->at++; r->at < r->end; r->at++) {
        if (*r->at == 0) return fail_here(r, "expected a printable character");
        if (*r->at == '\n') newline(r);
        if (*r->at == quote) {
            bool doubled = quote == '"' && r->at + 1 < r->end && r->at[1] == '"';
            if (!doubled) break;
            r->at++;
        }
        text_char(&r->s->atoms, *r->at);
    }
    if (r->at == r->end)
        return fail_here(&begin,
                         quote == '"' ? "expected the end of a string" : "expected a closing |");
    r->at++;
    atom_end(r, *id);
    return true;
}

static void add_child(sexp_reader *r, uint32_t id) {
    if (r->open.size) vec_push(&r->pending, id);
    else vec_push(&r->s->top, id);
}

static void open_list(sexp_reader *r) {
    uint32_t id = node_push(r, LIST);
    add_child(r, id);
    r->s->nodes.data[id].start = r->pending.size; /* until it is closed */
    vec_push(&r->open, id);
    r->at++;
}

static bool close_list(sexp_reader *r) {
    if (!r->open.size) return fail_here(r, "expected an expression, found )");
    sexp_node *n = &r->s->nodes.data[vec_pop(&r->open)];
    uint32_t from = n->start;
    n->size = r->pending.size - from;
    n->start = r->s->children.size;
    vec_append(&r->s->children, r->pending.data + from, n->size);
    r->pending.size = from;
    r->at++;
    return true;
}

static void skip_comment(sexp_reader *r) {
    while (r->at < r->end && *r->at != '\n') r->at++;
}

static bool read_atom(sexp_reader *r) {
    uint32_t id;
    if (*r->at == '"' || *r->at == '|') {
        if (!read_quoted(r, *r->at, &id)) return false;
    } else if (!read_symbol(r, &id)) return false;
    add_child(r, id);
    return true;
}

static bool read_all(sexp_reader *r) {
    while (r->at < r->end) {
        switch (*r->at) {
        case '\n':
            newline(r);
            r->at++;
            break;
        case ' ':
        case '\t':
        case '\r': r->at++; break;
        case ';': skip_comment(r); break;
        case '(': open_list(r); break;
        case ')':
            if (!close_list(r)) return false;
            break;
        default:
            if (!read_atom(r)) return false;
        }
    }
    if (!r->open.size) return true;
    const sexp_node *n = &r->s->nodes.data[vec_last(&r->open)];
    return input_fail(r->error, r->file, r->line, column_of(r),
                      "expected ) to close the list opened at %u:%u", n->line, n->column);
}

sexps *sexps_parse_at(const char *content, size_t size, const char *file, uint32_t line,
                      uint32_t column, input_error *error) {
    assert_debug(line >= 1);
    if (size >= UINT32_MAX / 2) {
        input_fail(error, file, 1, 1, "expected a text below 2 GiB");
        return NULL;
    }
    sexps *s = mem_zero(sizeof *s);
    vec_push(&s->nodes, (sexp_node){0});
    sexp_reader r = {
        .s = s, .at = content, .end = content + size, .file = file, .error = error, .line = line};
    r.line_start = content - (column - 1);
    bool ok = read_all(&r);
    vec_release(&r.open);
    vec_release(&r.pending);
    if (ok) return s;
    sexps_delete(s);
    return NULL;
}

sexps *sexps_parse(const char *content, size_t size, const char *file, input_error *error) {
    return sexps_parse_at(content, size, file, 1, 1, error);
}

void sexps_delete(sexps *s) {
    if (!s) return;
    vec_release(&s->nodes);
    vec_release(&s->children);
    vec_release(&s->top);
    text_release(&s->atoms);
    mem_free(s);
}

uint32_t sexps_count(const sexps *s) { return s->top.size; }
sexp sexps_at(const sexps *s, uint32_t i) {
    assert_debug(i < sexps_count(s));
    return (sexp){i < s->top.size ? s->top.data[i] : 0};
}
bool sexp_is_list(const sexps *s, sexp e) { return e.id && s->nodes.data[e.id].kind == LIST; }
bool sexp_is_string(const sexps *s, sexp e) { return e.id && s->nodes.data[e.id].kind == STRING; }
bool sexp_is_quoted(const sexps *s, sexp e) { return e.id && s->nodes.data[e.id].kind == QUOTED; }
uint32_t sexp_line(const sexps *s, sexp e) { return s->nodes.data[e.id].line; }
uint32_t sexp_column(const sexps *s, sexp e) { return s->nodes.data[e.id].column; }

const char *sexp_atom(const sexps *s, sexp e) {
    if (!e.id || s->nodes.data[e.id].kind == LIST) return NULL;
    return s->atoms.data + s->nodes.data[e.id].start;
}

uint32_t sexp_size(const sexps *s, sexp e) {
    return sexp_is_list(s, e) ? s->nodes.data[e.id].size : 0;
}

sexp sexp_at(const sexps *s, sexp list, uint32_t i) {
    if (i >= sexp_size(s, list)) return (sexp){0};
    return (sexp){s->children.data[s->nodes.data[list.id].start + i]};
}
