#include "base/path.h"
#include "source/statements.h"
#include "source/words.h"
#include "base/fail.h"

#include <ctype.h>
#include <stdlib.h>

/* ---- lines ---- */

static uint32_t file_number(source_map *m, const char *start, size_t n) {
    for (uint32_t i = 0; i < m->files.size; i++)
        if (strlen(m->files.data[i]) == n && !memcmp(m->files.data[i], start, n)) return i;
    char *name = mem_format("%.*s", (int)n, start);
    vec_push(&m->files, name);
    return m->files.size - 1;
}

/* `# 12 "file.c"` or `#line 12 "file.c"`: what the next line is called. */
static bool read_marker(source_map *m, const char *line, struct presumed *next) {
    if (*line++ != '#') return false;
    line += strspn(line, " \t");
    if (!strncmp(line, "line", 4)) line += 4;
    line += strspn(line, " \t");
    char *rest;
    unsigned long number = strtoul(line, &rest, 10);
    if (rest == line) return false;
    next->line = (uint32_t)number;
    rest += strspn(rest, " \t");
    if (*rest == '"') next->file = file_number(m, rest + 1, strcspn(rest + 1, "\"\n"));
    return true;
}

static void find_lines(source_map *m) {
    struct presumed now = {1, 0};
    char *own = mem_string(m->name);
    vec_push(&m->files, own);
    for (size_t at = 0; at < m->content.size;) {
        vec_push(&m->lines, at);
        vec_push(&m->said, now);
        if (!read_marker(m, m->content.data + at, &now)) now.line++;
        const char *end = memchr(m->content.data + at, '\n', m->content.size - at);
        at = end ? (size_t)(end - m->content.data) + 1 : m->content.size;
    }
}

/* ---- statements ---- */

typedef struct {
    source_map *m; /* that gets the loops; NULL: they are known already */
    const char *s;
    size_t at, end;
    uint32_t depth;
} scanner;

static scanner scan_from(const source_map *m, size_t start) {
    scanner c = {.s = m->content.data, .end = m->content.size};
    c.at = (size_t)(skip_blank(c.s + start, c.s + c.end) - c.s);
    return c;
}

/* The next character, which is that of the next word; 0: the end. */
static char next(const scanner *c) { return c->at < c->end ? c->s[c->at] : 0; }

static bool at_word(const scanner *c, const char *word) {
    return word_is(word_at(c->s + c->at, c->s + c->end), word);
}

static void go_to(scanner *c, const char *to) {
    c->at = (size_t)(skip_blank(to, c->s + c->end) - c->s);
}

static void skip_one(scanner *c) { go_to(c, word_end(word_at(c->s + c->at, c->s + c->end))); }

/* From an opening bracket to after its closing one. */
static void skip_brackets(scanner *c) {
    const char *end = c->s + c->end, *close = group_end(c->s + c->at, end);
    go_to(c, close ? close : end);
}

static void skip_condition(scanner *c) {
    if (next(c) == '(') skip_brackets(c);
}

static void scan_statement(scanner *c);

static void scan_compound(scanner *c) {
    skip_one(c);
    while (next(c) && next(c) != '}') scan_statement(c);
    if (c->at < c->end) skip_one(c);
}

static void add_loop(scanner *c, size_t start, size_t body, char keyword) {
    if (!c->m) return;
    source_loop l = {.start = start, .body = body, .end = c->at, .keyword = keyword};
    source_line_column(c->m, start, &l.line, &l.column);
    vec_push(&c->m->loops, l);
}

static void scan_loop(scanner *c) {
    size_t start = c->at;
    char keyword = c->s[start];
    skip_one(c);
    if (keyword != 'd') skip_condition(c);
    size_t body = c->at;
    scan_statement(c);
    if (keyword == 'd' && at_word(c, "while")) {
        skip_one(c);
        skip_condition(c);
        if (next(c) == ';') skip_one(c);
    }
    add_loop(c, start, body, keyword);
}

/* Anything else: up to its semicolon, or a label up to its colon. */
static void scan_simple(scanner *c) {
    bool conditional = false;
    while (c->at < c->end) {
        char x = c->s[c->at];
        if (x == '}') return;
        if (x == '(' || x == '[' || x == '{') {
            skip_brackets(c);
            continue;
        }
        conditional |= x == '?';
        skip_one(c);
        if (x == ';' || (x == ':' && !conditional)) return;
    }
}

static void scan_statement(scanner *c) {
    enum { DEEPEST = 2000 };
    if (++c->depth > DEEPEST) c->at = c->end;
    else if (next(c) == '{') scan_compound(c);
    else if (at_word(c, "while") || at_word(c, "for") || at_word(c, "do")) scan_loop(c);
    else if (at_word(c, "if") || at_word(c, "switch")) {
        skip_one(c);
        skip_condition(c);
        scan_statement(c);
    } else if (at_word(c, "else")) {
        skip_one(c);
        scan_statement(c);
    } else scan_simple(c);
    c->depth--;
}

/* At file level every brace opens a function, a type or an initializer; the last two have no loops.
 */
static void scan_file(scanner *c) {
    while (c->at < c->end) {
        if (c->s[c->at] == '{') scan_compound(c);
        else skip_one(c);
    }
}

/* ---- single statements ---- */

bool statement_at(const source_map *m, size_t start, source_statement *out) {
    assert_debug(start <= m->content.size);
    scanner c = scan_from(m, start);
    if (!next(&c) || next(&c) == '}') return false;
    bool governs = at_word(&c, "if") || at_word(&c, "while") || at_word(&c, "for") ||
                   at_word(&c, "switch"),
         is_if = at_word(&c, "if");
    *out = (source_statement){.start = c.at};
    if (governs) {
        skip_one(&c);
        out->open = c.at;
        skip_condition(&c);
        out->close = c.at;
    }
    scan_statement(&c);
    out->body_end = c.at;
    if (is_if && at_word(&c, "else")) scan_statement(&c);
    out->end = c.at;
    return true;
}

/* The word before the parentheses that end just before `brace`. */
static void name_before(const char *s, size_t brace, size_t *name, size_t *length) {
    size_t at = brace;
    int depth = 0;
    while (at > 0 && isspace((unsigned char)s[at - 1])) at--;
    if (!at || s[at - 1] != ')') return;
    do {
        at--;
        depth += s[at] == ')' ? 1 : s[at] == '(' ? -1 : 0;
    } while (at > 0 && depth);
    while (at > 0 && isspace((unsigned char)s[at - 1])) at--;
    size_t end = at;
    while (at > 0 && is_name_char(s[at - 1])) at--;
    *name = at;
    *length = end - at;
}

bool source_function_around(const source_map *m, size_t offset, size_t *open, size_t *close,
                            size_t *name, size_t *length) {
    assert_debug(offset <= m->content.size);
    scanner c = scan_from(m, 0);
    *length = *name = 0;
    while (next(&c) && c.at <= offset) {
        if (next(&c) != '{') {
            skip_one(&c);
            continue;
        }
        *open = c.at;
        skip_brackets(&c);
        *close = c.at;
        if (offset >= *open && offset < *close) return name_before(c.s, *open, name, length), true;
    }
    return false;
}

bool source_place(const source_map *m, uint32_t line, uint32_t column, size_t *offset) {
    assert_debug(line >= 1);
    if (!line || line > m->lines.size) return false;
    *offset = m->lines.data[line - 1] + (column ? column - 1 : 0);
    return *offset < m->content.size;
}

static int by_start(const void *a, const void *b) {
    size_t x = ((const source_loop *)a)->start, y = ((const source_loop *)b)->start;
    return x < y ? -1 : x > y;
}

void source_map_take(source_map *m, const char *name, text *content) {
    text_string(content); /* ends in NUL, an empty one too */
    *m = (source_map){.content = *content, .name = mem_string(name)};
    *content = (text){0};
    find_lines(m);
    scanner c = scan_from(m, 0);
    c.m = m;
    scan_file(&c);
    if (m->loops.size) qsort(m->loops.data, m->loops.size, sizeof *m->loops.data, by_start);
}

void source_map_release(source_map *m) {
    text_release(&m->content);
    mem_free(m->name);
    vec_release(&m->lines);
    vec_release(&m->said);
    vec_free_each(&m->files);
    vec_release(&m->loops);
}

bool source_offset(const source_map *m, const char *file, uint32_t line, uint32_t column,
                   size_t *offset) {
    for (uint32_t i = 0; i < m->lines.size; i++) {
        if (m->said.data[i].line != line ||
            strcmp(path_base(m->files.data[m->said.data[i].file]), path_base(file)))
            continue;
        size_t end = i + 1 < m->lines.size ? m->lines.data[i + 1] : m->content.size;
        *offset = m->lines.data[i] + (column ? column - 1 : 0);
        if (*offset >= end) *offset = m->lines.data[i];
        return true;
    }
    return false;
}

const source_loop *loop_around(const source_map *m, size_t offset) {
    assert_debug(offset <= m->content.size);
    const source_loop *best = NULL;
    for (uint32_t i = 0; i < m->loops.size; i++) {
        const source_loop *l = &m->loops.data[i];
        if (l->start <= offset && offset < l->end && (!best || l->start >= best->start)) best = l;
    }
    return best;
}

void source_line_column(const source_map *m, size_t offset, uint32_t *line, uint32_t *column) {
    assert_debug(offset <= m->content.size);
    uint32_t low = 0, high = m->lines.size;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (m->lines.data[middle] <= offset) low = middle;
        else high = middle;
    }
    *line = low + 1;
    *column = (uint32_t)(offset - m->lines.data[low]) + 1;
}
