/* Tokens of the text form. Private to program/. */
#ifndef PROGRAM_CFA_LEX_H
#define PROGRAM_CFA_LEX_H

#include "base/fail.h"
#include "base/text.h"

enum token_kind { TOKEN_END, TOKEN_NAME, TOKEN_STRING, TOKEN_PUNCTUATION, TOKEN_BAD };

typedef struct {
    enum token_kind kind;
    const char *start; /* raw text, quotes included */
    size_t size;
    uint32_t line, column;
} token;

typedef struct {
    const char *at, *end;
    uint32_t line, column;
    token now;
    const char *file;
    input_error *error;
} lexer;

void lexer_start(lexer *l, const char *content, size_t size, const char *file, input_error *error);
bool lexer_is(const lexer *l, const char *what); /* the current token is this punctuation or name */
bool lexer_accept(lexer *l, const char *what);   /* ... and is consumed */
bool lexer_expect(lexer *l, const char *what);   /* ... or it is an error */
bool lexer_fail(lexer *l, const char *expected); /* `file:line:col: expected ..., found ...` */
/* The current token, or where it is `(` all up to its `)`, as raw text; consumed. */
bool lexer_term(lexer *l, token *whole);
/* The current name or string without its quotes, consumed; appended to `out`. */
bool lexer_name(lexer *l, const char *what, text *out);
bool lexer_string(lexer *l, text *out);
bool lexer_number(lexer *l, uint32_t *out);

#endif
