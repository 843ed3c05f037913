/* Verdicts, positions, values and invariants as text. */
#include "report/report.h"
#include "base/escape.h"

#include <string.h>

void report_verdict(const verification *v, text *out) {
    if (v->verdict == VERDICT_TRUE) text_add(out, "TRUE");
    else {
        text_add(out, v->verdict == VERDICT_FALSE ? "FALSE(" : "UNKNOWN(");
        escape_word(v->detail, strlen(v->detail), out);
        text_char(out, ')');
    }
}

int report_exit_status(const verification *v) {
    if (load_is_bad(v->load_status)) return EXIT_INPUT;
    if (v->load_status == LOAD_MISSING_TOOL) return EXIT_MISSING;
    return v->verdict == VERDICT_TRUE    ? EXIT_TRUE
           : v->verdict == VERDICT_FALSE ? EXIT_FALSE
                                         : EXIT_UNKNOWN;
}

bool report_withdrawn(const verification *v) {
    return v->verdict == VERDICT_UNKNOWN && v->result.verdict != VERDICT_UNKNOWN &&
           v->witness.status == WITNESS_NONE && !v->evidence.refuted;
}

const char *report_error_words(const program *p, loc error) {
    assert_debug(error.id < p->locations.size);
    uint32_t words = p->locations.data[error.id].words;
    return program_text(p, words ? words : program_property_at(p, error)->detail);
}

void report_position(const program *p, position at, text *out) {
    if (!at.line) return;
    text_print(out, "%s:%u", program_text(p, at.file), at.line);
    if (at.column) text_print(out, ":%u", at.column);
}

static void print_float(value a, uint32_t width, text *out) {
    if (width == 32) {
        float f;
        uint32_t low = (uint32_t)a.bits;
        memcpy(&f, &low, sizeof f);
        text_print(out, "%.9g", (double)f);
    } else {
        double d;
        memcpy(&d, &a.bits, sizeof d);
        text_print(out, "%.17g", d);
    }
}

static int64_t sign_extended(uint64_t word, uint32_t width) {
    return width >= 64 ? (int64_t)word : (int64_t)(word << (64 - width)) >> (64 - width);
}

void report_value(const verification *v, value a, bool is_signed, text *out) {
    assert_debug(sort_is_there(v->unreduced->terms, a.sort));
    enum sort_kind kind = sort_kind_of(v->terms, a.sort);
    uint32_t width = kind == SORT_FP || kind == SORT_BV ? sort_width(v->terms, a.sort) : 0;
    if (kind == SORT_FP && (width == 32 || width == 64)) print_float(a, width, out);
    else if (kind == SORT_BV && width <= 64 && is_signed)
        text_print(out, "%lld", (long long)sign_extended(a.bits, width));
    else if (kind == SORT_BV && width <= 64) text_print(out, "%llu", (unsigned long long)a.bits);
    else value_print(v->evidence.pool ? v->evidence.pool : v->result.pool, a, out);
}

const char *report_note_kind(enum note_kind k) {
    switch (k) {
    case NOTE_ASSUMPTION: return "assumption";
    case NOTE_OVER: return "over-approximated";
    case NOTE_UNDER: return "under-approximated";
    case NOTE_MISSING_BODY: return "no body";
    }
    return "";
}

/* ---- XML and HTML ---- */

/* Bytes of the character at `s`; 0 where it is none that XML can have: a control character, or no
 * UTF-8. */
static size_t character(const char *s) {
    unsigned char first = (unsigned char)*s;
    size_t n = first < 0x80                    ? 1
               : first >= 0xc2 && first < 0xe0 ? 2
               : first >= 0xe0 && first < 0xf0 ? 3
               : first >= 0xf0 && first < 0xf5 ? 4
                                               : 0;
    for (size_t i = 1; i < n; i++)
        if (((unsigned char)s[i] & 0xc0) != 0x80) return 0;
    return n == 1 && first < ' ' && !strchr("\t\n", first) ? 0 : n;
}

void report_escape(const char *words, text *out) {
    text shown = {0};
    escape_lines(words, strlen(words), &shown);
    const char *s = text_string(&shown);
    for (size_t n; *s; s += n ? n : 1) {
        n = character(s);
        if (*s == '<') text_add(out, "&lt;");
        else if (*s == '>') text_add(out, "&gt;");
        else if (*s == '&') text_add(out, "&amp;");
        else if (*s == '"') text_add(out, "&quot;");
        else if (n) text_bytes(out, s, n);
        else text_char(out, '?');
    }
    text_release(&shown);
}
