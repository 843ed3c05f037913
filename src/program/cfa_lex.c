#include "program/cfa_lex.h"

#include <string.h>

static void advance(lexer *l) {
    if (*l->at == '\n') l->line++, l->column = 1;
    else l->column++;
    l->at++;
}

static bool name_char(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           (c && strchr("~!@$%^&*_-+=<>.?/#'", c));
}

static bool comment_here(const lexer *l) {
    return l->end - l->at >= 2 && l->at[0] == '/' && l->at[1] == '/';
}

static void skip_blank(lexer *l) {
    while (l->at < l->end) {
        if (comment_here(l))
            while (l->at < l->end && *l->at != '\n') advance(l);
        else if (strchr(" \t\r\n", *l->at) && *l->at) advance(l);
        else break;
    }
}

/* Up to the closing quote; strings escape with a backslash, quoted names have no escapes. */
static enum token_kind quoted(lexer *l, char quote, enum token_kind kind) {
    advance(l);
    while (l->at < l->end && *l->at != quote) {
        if (quote == '"' && *l->at == '\\' && l->end - l->at > 1) advance(l);
        advance(l);
    }
    if (l->at == l->end) return TOKEN_BAD;
    advance(l);
    return kind;
}

static enum token_kind scan(lexer *l) {
    if (l->at == l->end) return TOKEN_END;
    if (*l->at == '|') return quoted(l, '|', TOKEN_NAME);
    if (*l->at == '"') return quoted(l, '"', TOKEN_STRING);
    if (name_char(*l->at)) {
        while (l->at < l->end && name_char(*l->at)) advance(l);
        return TOKEN_NAME;
    }
    bool pair = l->end - l->at >= 2 && (!strncmp(l->at, ":=", 2) || !strncmp(l->at, "[]", 2));
    enum token_kind kind =
        pair || (*l->at && strchr("(){}:;", *l->at)) ? TOKEN_PUNCTUATION : TOKEN_BAD;
    advance(l);
    if (pair) advance(l);
    return kind;
}

static void lexer_next(lexer *l) {
    skip_blank(l);
    l->now = (token){TOKEN_END, l->at, 0, l->line, l->column};
    l->now.kind = scan(l);
    l->now.size = (size_t)(l->at - l->now.start);
}

void lexer_start(lexer *l, const char *content, size_t size, const char *file, input_error *error) {
    *l = (lexer){
        .at = content, .end = content + size, .line = 1, .column = 1, .file = file, .error = error};
    lexer_next(l);
}

bool lexer_is(const lexer *l, const char *what) {
    return (l->now.kind == TOKEN_NAME || l->now.kind == TOKEN_PUNCTUATION) &&
           l->now.size == strlen(what) && !memcmp(l->now.start, what, l->now.size);
}

bool lexer_accept(lexer *l, const char *what) {
    if (!lexer_is(l, what)) return false;
    lexer_next(l);
    return true;
}

bool lexer_fail(lexer *l, const char *expected) {
    if (l->now.kind == TOKEN_END)
        return input_fail(l->error, l->file, l->now.line, l->now.column,
                          "expected %s, found the end of the file", expected);
    int shown = l->now.size > 40 ? 40 : (int)l->now.size;
    return input_fail(l->error, l->file, l->now.line, l->now.column, "expected %s, found `%.*s`",
                      expected, shown, l->now.start);
}

bool lexer_expect(lexer *l, const char *what) {
    if (lexer_accept(l, what)) return true;
    char expected[64];
    snprintf(expected, sizeof expected, "`%s`", what);
    return lexer_fail(l, expected);
}

bool lexer_term(lexer *l, token *whole) {
    *whole = l->now;
    if (l->now.kind != TOKEN_NAME && !lexer_is(l, "(")) return lexer_fail(l, "a term");
    uint64_t open = 0;
    for (;;) {
        if (l->now.kind == TOKEN_END) return lexer_fail(l, "`)`");
        if (lexer_is(l, "(")) open++;
        if (lexer_is(l, ")")) open--;
        whole->size = (size_t)(l->now.start + l->now.size - whole->start);
        lexer_next(l);
        if (!open) return true;
    }
}

bool lexer_name(lexer *l, const char *what, text *out) {
    if (l->now.kind != TOKEN_NAME) return lexer_fail(l, what);
    bool bars = *l->now.start == '|';
    text_clear(out);
    text_bytes(out, l->now.start + bars, l->now.size - 2 * bars);
    if (strlen(out->data) != out->size)
        return input_fail(l->error, l->file, l->now.line, l->now.column,
                          "a name may not contain a zero byte");
    lexer_next(l);
    return true;
}

bool lexer_string(lexer *l, text *out) {
    if (l->now.kind != TOKEN_STRING) return lexer_fail(l, "a string in double quotes");
    text_clear(out);
    for (size_t i = 1; i + 1 < l->now.size; i++) {
        char c = l->now.start[i];
        if (c == '\\') c = l->now.start[++i] == 'n' ? '\n' : l->now.start[i];
        if (c) text_char(out, c);
    }
    text_string(out);
    lexer_next(l);
    return true;
}

bool lexer_number(lexer *l, uint32_t *out) {
    uint64_t n = 0;
    bool good = l->now.kind == TOKEN_NAME;
    for (size_t i = 0; i < l->now.size && good; i++) {
        char c = l->now.start[i];
        n = n * 10 + (uint64_t)(c - '0');
        good = c >= '0' && c <= '9' && n < UINT32_MAX;
    }
    if (!good) return lexer_fail(l, "a number");
    *out = (uint32_t)n;
    lexer_next(l);
    return true;
}
