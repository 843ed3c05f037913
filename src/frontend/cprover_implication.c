/* Implications as C: a ==> b ==> c is (!(a) || ((!(b) || (c)))). CBMC's operator binds to the
 * right, weaker than || and stronger than ?: and assignments, so that an operand reaches to the
 * nearest bracket, comma, semicolon, ?, :, assignment or return around it. */
#include "source/words.h"
#include "base/fail.h"
#include "frontend/cprover.h"

#include <string.h>

static const char arrow[] = "==>";

typedef struct {
    const char *at, *end;
    text *out;
} implication_reading;

/* What binds weaker than an implication, or ends the expression that it stands in. */
static bool ends_operand(source_word w) {
    static const char *const words[] = {",",  ";",  "?",  ":",  "=",   "+=",  "-=",     "*=", "/=",
                                        "%=", "&=", "|=", "^=", "<<=", ">>=", "return", NULL};
    const char *const *s = words;
    while (*s && !word_is(w, *s)) s++;
    return *s;
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

static void copy_to(implication_reading *r, const char *end) {
    text_bytes(r->out, r->at, (size_t)(end - r->at));
    r->at = end;
}

/* The next word, after what is copied: blanks, comments, lines of the preprocessor. */
static source_word next_word(implication_reading *r) {
    source_word w = word_at(r->at, r->end);
    copy_to(r, w.at);
    return w;
}

/* Up to the bracket that closes what r->at stands in, or the end of the text. */
static void read_group(implication_reading *r) {
    size_t start = r->out->size;
    uint32_t open = 0;
    source_word w;
    while ((w = next_word(r)).kind != WORD_END && !strchr(")]}", *w.at)) {
        if (word_is(w, arrow)) {
            start = begin_implied(r->out, start);
            open++;
            r->at = word_end(w);
            continue;
        }
        if (ends_operand(w)) end_implied(r->out, &open);
        copy_to(r, word_end(w));
        if (strchr("([{", *w.at)) read_group(r);
        if (ends_operand(w) || *w.at == '{') start = r->out->size;
    }
    end_implied(r->out, &open);
    if (w.kind != WORD_END) copy_to(r, word_end(w));
}

void cprover_implications(text *code) {
    if (!strstr(text_string(code), arrow)) return;
    text out = {0};
    implication_reading r = {.at = code->data, .end = code->data + code->size, .out = &out};
    while (r.at < r.end) read_group(&r);
    text_release(code);
    *code = out;
}
