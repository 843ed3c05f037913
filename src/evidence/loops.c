#include "evidence/loops.h"
#include "frontend/project.h"
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

static void skip_quoted(scanner *c) {
    char quote = c->s[c->at++];
    while (c->at < c->end && c->s[c->at] != quote && c->s[c->at] != '\n')
        c->at += c->s[c->at] == '\\' ? 2 : 1;
    if (c->at < c->end) c->at++;
}

static void skip_line(scanner *c) {
    while (c->at < c->end && c->s[c->at] != '\n') c->at += c->s[c->at] == '\\' ? 2 : 1;
}

/* Blanks, comments, and preprocessor lines. */
static void skip_blank(scanner *c) {
    while (c->at < c->end) {
        char x = c->s[c->at], y = c->at + 1 < c->end ? c->s[c->at + 1] : 0;
        if (isspace((unsigned char)x)) c->at++;
        else if (x == '#' || (x == '/' && y == '/')) skip_line(c);
        else if (x == '/' && y == '*') {
            const char *close = strstr(c->s + c->at + 2, "*/");
            c->at = close ? (size_t)(close - c->s) + 2 : c->end;
        } else break;
    }
    if (c->at > c->end) c->at = c->end;
}

static size_t word_length(const scanner *c) {
    size_t n = 0;
    while (c->at + n < c->end && is_name_char(c->s[c->at + n])) n++;
    return n;
}

static bool at_word(const scanner *c, const char *word) {
    size_t n = word_length(c);
    return n == strlen(word) && !memcmp(c->s + c->at, word, n);
}

static void skip_one(scanner *c) {
    size_t n = word_length(c);
    if (n) c->at += n;
    else if (c->at < c->end && (c->s[c->at] == '"' || c->s[c->at] == '\'')) skip_quoted(c);
    else if (c->at < c->end) c->at++;
    skip_blank(c);
}

/* From an opening bracket to after its closing one. */
static void skip_brackets(scanner *c) {
    int depth = 0;
    while (c->at < c->end) {
        char x = c->s[c->at];
        if (x == '(' || x == '{' || x == '[') depth++;
        if (x == ')' || x == '}' || x == ']') depth--;
        skip_one(c);
        if (depth <= 0) return;
    }
}

static void scan_statement(scanner *c);

static void scan_compound(scanner *c) {
    skip_one(c);
    while (c->at < c->end && c->s[c->at] != '}') scan_statement(c);
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
    if (keyword != 'd' && c->at < c->end && c->s[c->at] == '(') skip_brackets(c);
    size_t body = c->at;
    scan_statement(c);
    if (keyword == 'd' && at_word(c, "while")) {
        skip_one(c);
        if (c->at < c->end && c->s[c->at] == '(') skip_brackets(c);
        if (c->at < c->end && c->s[c->at] == ';') skip_one(c);
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
    else if (c->at < c->end && c->s[c->at] == '{') scan_compound(c);
    else if (at_word(c, "while") || at_word(c, "for") || at_word(c, "do")) scan_loop(c);
    else if (at_word(c, "if") || at_word(c, "switch")) {
        skip_one(c);
        if (c->at < c->end && c->s[c->at] == '(') skip_brackets(c);
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
    skip_blank(c);
    while (c->at < c->end) {
        if (c->s[c->at] == '{') scan_compound(c);
        else skip_one(c);
    }
}

/* ---- single statements ---- */

bool statement_at(const source_map *m, size_t start, source_statement *out) {
    assert_debug(start <= m->content.size);
    scanner c = {.s = m->content.data, .at = start, .end = m->content.size};
    if (start >= c.end) return false;
    skip_blank(&c);
    if (c.at >= c.end || c.s[c.at] == '}') return false;
    bool governs = at_word(&c, "if") || at_word(&c, "while") || at_word(&c, "for") ||
                   at_word(&c, "switch"),
         is_if = at_word(&c, "if");
    *out = (source_statement){.start = c.at};
    if (governs) {
        skip_one(&c);
        out->open = c.at;
        if (c.at < c.end && c.s[c.at] == '(') skip_brackets(&c);
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

bool function_around(const source_map *m, size_t offset, size_t *open, size_t *close, size_t *name,
                     size_t *length) {
    assert_debug(offset <= m->content.size);
    scanner c = {.s = m->content.data, .end = m->content.size};
    *length = *name = 0;
    for (skip_blank(&c); c.at < c.end && c.at <= offset;) {
        if (c.s[c.at] != '{') {
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

size_t source_token(const source_map *m, size_t *at) {
    assert_debug(*at <= m->content.size);
    scanner c = {.s = m->content.data, .at = *at, .end = m->content.size};
    skip_blank(&c);
    *at = c.at;
    if (c.at >= c.end) return 0;
    size_t n = word_length(&c);
    if (n) return n;
    if (c.s[c.at] != '"' && c.s[c.at] != '\'') return 1;
    skip_quoted(&c);
    return c.at - *at;
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

bool source_map_read(source_map *m, const char *file) {
    *m = (source_map){0};
    if (!project_read_file(&m->content, file)) {
        text_release(&m->content);
        return false;
    }
    m->name = mem_string(file);
    find_lines(m);
    scanner c = {.m = m, .s = text_string(&m->content), .end = m->content.size};
    scan_file(&c);
    if (m->loops.size) qsort(m->loops.data, m->loops.size, sizeof *m->loops.data, by_start);
    return true;
}

void source_map_release(source_map *m) {
    text_release(&m->content);
    mem_free(m->name);
    vec_release(&m->lines);
    vec_release(&m->said);
    for (uint32_t i = 0; i < m->files.size; i++) mem_free(m->files.data[i]);
    vec_release(&m->files);
    vec_release(&m->loops);
}

static const char *last_part(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

bool source_offset(const source_map *m, const char *file, uint32_t line, uint32_t column,
                   size_t *offset) {
    for (uint32_t i = 0; i < m->lines.size; i++) {
        if (m->said.data[i].line != line ||
            strcmp(last_part(m->files.data[m->said.data[i].file]), last_part(file)))
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
