#include "source/words.h"

#include "base/text.h"
#include "base/vec.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* A backslash continues the line. */
static const char *skip_line(const char *p, const char *end) {
    while (p < end && *p != '\n') p += *p == '\\' && p + 1 < end ? 2 : 1;
    return p;
}

const char *skip_blank(const char *p, const char *end) {
    assert_debug(p <= end);
    for (;;) {
        while (p < end && isspace((unsigned char)*p)) p++;
        if (end - p >= 2 && !strncmp(p, "/*", 2)) {
            const char *close = strstr(p + 2, "*/");
            p = close && close < end ? close + 2 : end;
        } else if ((end - p >= 2 && !strncmp(p, "//", 2)) || (p < end && *p == '#')) {
            p = skip_line(p, end);
        } else return p;
    }
}

const char *skip_quoted(const char *p, const char *end) {
    assert_debug(p < end && (*p == '"' || *p == '\''));
    char quote = *p++;
    while (p < end && *p != quote && *p != '\n') p += *p == '\\' && p + 1 < end ? 2 : 1;
    return p < end ? p + 1 : end;
}

/* 1..n is a range, not a number with a point. */
static const char *skip_number(const char *p, const char *end) {
    for (; p < end; p++) {
        if (*p == '.' && p + 1 < end && p[1] == '.') break;
        bool sign = (*p == '+' || *p == '-') && strchr("eEpP", p[-1]);
        if (!is_name_char(*p) && *p != '.' && !sign) break;
        if (sign && p[-1] != 'p' && p[-1] != 'P' && p[-2] == '0') break; /* 0xE+1 is a sum */
    }
    return p;
}

static const char *const marks[] = {
    "<==>", "...", "==>", "<<=", ">>=", "&&", "||", "^^", "<=", ">=", "==", "!=", "<<",
    ">>",   "->",  "..",  "++",  "--",  "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^="};

static size_t mark_size(const char *p, const char *end) {
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
        size_t n = strlen(marks[i]);
        if ((size_t)(end - p) >= n && !strncmp(p, marks[i], n)) return n;
    }
    return 1;
}

source_word word_at(const char *p, const char *end) {
    assert_debug(p <= end);
    p = skip_blank(p, end);
    if (p >= end) return (source_word){WORD_END, end, 0};
    const char *q = p + 1;
    enum word_kind kind = WORD_MARK;
    if (isdigit((unsigned char)*p)) kind = WORD_NUMBER, q = skip_number(q, end);
    else if (*p == '"' || *p == '\'') kind = WORD_QUOTED, q = skip_quoted(p, end);
    else if (is_name_char(*p) || (*p == '\\' && q < end && is_name_char(*q))) {
        kind = WORD_NAME;
        while (q < end && is_name_char(*q)) q++;
    } else q = p + mark_size(p, end);
    return (source_word){kind, p, (size_t)(q - p)};
}

bool word_is(source_word w, const char *s) {
    return w.kind != WORD_END && w.size == strlen(s) && !memcmp(w.at, s, w.size);
}

static int depth_change(source_word w) {
    if (w.kind != WORD_MARK || w.size != 1) return 0;
    return strchr("([{", *w.at) ? 1 : strchr(")]}", *w.at) ? -1 : 0;
}

const char *group_end(const char *open, const char *end) {
    assert_debug(open < end);
    int depth = 0;
    for (source_word w = word_at(open, end); w.kind != WORD_END; w = word_at(word_end(w), end))
        if (!(depth += depth_change(w))) return word_end(w);
    return NULL;
}

const char *find_mark(const char *p, const char *end, const char *s) {
    assert_debug(p <= end && *s);
    int depth = 0;
    for (source_word w = word_at(p, end); w.kind != WORD_END; w = word_at(word_end(w), end)) {
        if (!depth && word_is(w, s)) return w.at;
        depth += depth_change(w);
    }
    return NULL;
}

bool names_word(const char *p, const char *end, const char *name) {
    assert_debug(p <= end && *name);
    for (source_word w = word_at(p, end); w.kind != WORD_END; w = word_at(word_end(w), end))
        if (word_is(w, name)) return true;
    return false;
}

text_origin origin_in(const char *content, const char *at) {
    assert_debug(content <= at);
    text_origin o = {"", 0, 1};
    for (const char *line = content; line <= at;) {
        const char *next = strchr(line, '\n');
        if (line[0] == '#' && line[1] == ' ' && isdigit((unsigned char)line[2])) {
            char *rest;
            o.line = (unsigned)strtoul(line + 2, &rest, 10) - 1;
            if (*rest == ' ' && rest[1] == '"') o.file = rest + 2, o.size = strcspn(o.file, "\"\n");
        }
        if (!next || next >= at) break;
        o.line++;
        line = next + 1;
    }
    return o;
}

const char *clause_end(const char *from, const char *end) {
    assert_debug(from <= end);
    int depth = 0;
    source_word w = word_at(from, end);
    for (; w.kind != WORD_END; w = word_at(word_end(w), end)) {
        depth += word_is(w, "\\forall") || word_is(w, "\\exists") || word_is(w, "\\let");
        if (word_is(w, ";") && !depth--) break;
    }
    return w.at;
}
