/* What CBMC allows of records and C does not: they are compared with == and !=, byte by byte, and
 * assigned although members are const. Only the compiler knows where, so it is taken from its
 * complaints: lines like
 *     FILE:3:7:{3:5-3:6}{3:10-3:11}: error: invalid operands to binary expression ('struct s' and
 *     FILE:4:7:{4:5-4:6}: error: cannot assign to variable 's' with const-qualified data member ...
 */
#include "base/vec.h"
#include "frontend/cprover.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    size_t left, left_end, right, right_end; /* offsets of the operands */
    bool assigned;
} record_use;
typedef vec(record_use) record_use_vec;
typedef vec(size_t) offset_vec;

static void find_lines(const text *code, offset_vec *out) {
    vec_push(out, 0);
    for (size_t i = 0; i < code->size; i++)
        if (code->data[i] == '\n') vec_push(out, i + 1);
}

static bool offset_of(const offset_vec *lines, unsigned line, unsigned column, size_t *out) {
    if (!line || line > lines->size || !column) return false;
    *out = lines->data[line - 1] + column - 1;
    return true;
}

/* A complaint of these words in one line of the compiler's output: its ranges; NULL: none. */
static const char *ranges_of(const char *line, const char *words) {
    const char *ranges = strchr(line, '{'), *end = strchr(line, '\n'), *says = strstr(line, words);
    return end && ranges && ranges < end && says && says < end ? ranges : NULL;
}

static bool read_comparison(const char *line, const offset_vec *lines, record_use *out) {
    unsigned n[8];
    const char *ranges = ranges_of(line, "invalid operands to binary expression ('struct ");
    out->assigned = false;
    return ranges &&
           sscanf(ranges, "{%u:%u-%u:%u}{%u:%u-%u:%u}", &n[0], &n[1], &n[2], &n[3], &n[4], &n[5],
                  &n[6], &n[7]) == 8 &&
           offset_of(lines, n[0], n[1], &out->left) &&
           offset_of(lines, n[2], n[3], &out->left_end) &&
           offset_of(lines, n[4], n[5], &out->right) &&
           offset_of(lines, n[6], n[7], &out->right_end);
}

/* The end of the assigned expression: at the same depth a semicolon, comma or bracket. */
static size_t expression_end(const text *code, size_t from) {
    int depth = 0;
    for (; from < code->size; from++) {
        char c = code->data[from];
        if (!depth && strchr(";,)]}", c)) break;
        depth += (strchr("([{", c) != NULL) - (strchr(")]}", c) != NULL);
    }
    return from;
}

static bool read_assignment(const text *code, const char *line, const offset_vec *lines,
                            record_use *out) {
    unsigned n[4];
    const char *ranges = ranges_of(line, "with const-qualified data member");
    out->assigned = true;
    if (!ranges || sscanf(ranges, "{%u:%u-%u:%u}", &n[0], &n[1], &n[2], &n[3]) != 4 ||
        !offset_of(lines, n[0], n[1], &out->left) || !offset_of(lines, n[2], n[3], &out->left_end))
        return false;
    out->right = out->left_end;
    while (out->right < code->size && strchr(" \t\n", code->data[out->right])) out->right++;
    if (out->right + 1 >= code->size || code->data[out->right] != '=') return false;
    out->right_end = expression_end(code, ++out->right);
    return true;
}

static void add_span(text *out, const text *code, size_t from, size_t to) {
    text_bytes(out, code->data + from, to - from);
}

static void add_assignment(text *out, const text *code, const record_use *x) {
    text_add(out, "__builtin_memcpy((void *)&(");
    add_span(out, code, x->left, x->left_end);
    text_add(out, "), (__typeof__(");
    add_span(out, code, x->left, x->left_end);
    text_add(out, ")[1]){");
    add_span(out, code, x->right, x->right_end);
    text_add(out, "}, sizeof(");
    add_span(out, code, x->left, x->left_end);
    text_add(out, "))");
}

static void add_comparison(text *out, const text *code, const record_use *x) {
    bool unequal = memchr(code->data + x->left_end, '!', x->right - x->left_end) != NULL;
    text_add(out, unequal ? "(" : "!");
    text_add(out, "__builtin_memcmp(&(");
    add_span(out, code, x->left, x->left_end);
    text_add(out, "), &(");
    add_span(out, code, x->right, x->right_end);
    text_add(out, "), sizeof(");
    add_span(out, code, x->left, x->left_end);
    text_add(out, unequal ? ")) != 0)" : "))");
}

static int by_place(const void *a, const void *b) {
    const record_use *x = a, *y = b;
    return x->left < y->left ? -1 : x->left > y->left;
}

static void find_uses(const text *code, const char *complaints, record_use_vec *out) {
    offset_vec lines = {0};
    find_lines(code, &lines);
    for (const char *p = complaints; p && *p; p = strchr(p, '\n') ? strchr(p, '\n') + 1 : NULL) {
        record_use x;
        if ((read_comparison(p, &lines, &x) || read_assignment(code, p, &lines, &x)) &&
            x.left < x.left_end && x.left_end < x.right && x.right < x.right_end &&
            x.right_end <= code->size)
            vec_push(out, x);
    }
    if (out->size) qsort(out->data, out->size, sizeof *out->data, by_place);
    vec_release(&lines);
}

bool cprover_rewrite_records(const text *code, const char *complaints, text *out) {
    record_use_vec found = {0};
    size_t done = 0;
    find_uses(code, complaints, &found);
    for (uint32_t i = 0; i < found.size; i++) {
        if (found.data[i].left < done) continue;
        add_span(out, code, done, found.data[i].left);
        (found.data[i].assigned ? add_assignment : add_comparison)(out, code, &found.data[i]);
        done = found.data[i].right_end;
    }
    add_span(out, code, done, code->size);
    bool any = found.size > 0;
    vec_release(&found);
    return any;
}

/* Positions in the text itself: without the preprocessor's lines that say where it came from. */
void cprover_drop_origins(const text *code, text *out) {
    bool start = true, drop = false;
    for (size_t i = 0; i < code->size; i++) {
        char c = code->data[i];
        if (start && c == '#' && i + 1 < code->size && code->data[i + 1] == ' ') drop = true;
        start = c == '\n';
        if (start) drop = false;
        if (!drop) text_char(out, c);
    }
}
