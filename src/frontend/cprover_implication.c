/* Implications as C: a ==> b ==> c is (!(a) || ((!(b) || (c)))). CBMC's operator binds to the
 * right, weaker than || and stronger than ?: and assignments, so that an operand reaches to the
 * nearest bracket, comma, semicolon, ?, :, assignment or return around it. */
#include "base/fail.h"
#include "frontend/cprover.h"

#include <string.h>

static const char arrow[] = "==>";

typedef struct {
    const char *at;
    text *out;
} implication_reading;

/* Behind the token at p: words, quotes and operators with = are one each. */
static const char *token_end(const char *p) {
    if (*p == '"' || *p == '\'') {
        char quote = *p++;
        while (*p && *p != quote) p += *p == '\\' && p[1] ? 2 : 1;
        return *p ? p + 1 : p;
    }
    if (is_name_char(*p))
        return p + strspn(p, "0123456789_$abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ");
    if (!strncmp(p, arrow, sizeof arrow - 1)) return p + sizeof arrow - 1;
    if (!strncmp(p, "<<=", 3) || !strncmp(p, ">>=", 3)) return p + 3;
    return *p && strchr("=!<>+-*/%&|^", *p) && p[1] == '=' ? p + 2 : p + 1;
}

static bool is_one(const char *p, const char *end, const char *const *words) {
    for (; *words; words++)
        if (strlen(*words) == (size_t)(end - p) && !strncmp(p, *words, (size_t)(end - p)))
            return true;
    return false;
}

/* What binds weaker than an implication, or ends the expression that it stands in. */
static bool ends_operand(const char *p, const char *end) {
    static const char *const words[] = {",",  ";",  "?",  ":",  "=",   "+=",  "-=",     "*=", "/=",
                                        "%=", "&=", "|=", "^=", "<<=", ">>=", "return", NULL};
    return is_one(p, end, words);
}

/* Negates what was written since `start`, and begins what it implies. */
static size_t begin_implied(text *out, size_t start) {
    char *premise = mem_format("%.*s", (int)(out->size - start), out->data + start);
    out->size = start;
    text_print(out, "(!(%s) || (", premise);
    mem_free(premise);
    return out->size;
}

static void end_implied(text *out, uint32_t *open) {
    for (; *open; --*open) text_add(out, "))");
}

/* A line of the preprocessor: nothing in it is an expression. */
static bool copy_directive(implication_reading *r) {
    bool line_start = !r->out->size || r->out->data[r->out->size - 1] == '\n';
    if (*r->at != '#' || !line_start) return false;
    size_t size = strcspn(r->at, "\n");
    text_bytes(r->out, r->at, size);
    r->at += size;
    return true;
}

/* Up to the bracket that closes what r->at stands in, or the end of the text. */
static void read_group(implication_reading *r) {
    size_t start = r->out->size;
    uint32_t open = 0;
    while (*r->at && !strchr(")]}", *r->at)) {
        if (copy_directive(r)) continue;
        const char *p = r->at, *end = token_end(p);
        r->at = end;
        if (!strncmp(p, arrow, sizeof arrow - 1)) {
            start = begin_implied(r->out, start);
            open++;
            continue;
        }
        if (ends_operand(p, end)) end_implied(r->out, &open);
        text_bytes(r->out, p, (size_t)(end - p));
        if (strchr("([{", *p)) read_group(r);
        if (ends_operand(p, end) || *p == '{') start = r->out->size;
    }
    end_implied(r->out, &open);
    if (*r->at) text_char(r->out, *r->at++);
}

void cprover_implications(text *code) {
    if (!strstr(text_string(code), arrow)) return;
    text out = {0};
    implication_reading r = {.at = text_string(code), .out = &out};
    while (*r.at) read_group(&r);
    text_release(code);
    *code = out;
}
