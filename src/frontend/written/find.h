/* Contracts in a preprocessed C text that kept its comments: which functions have one, and where
 * loops and assertions of ACSL stand. Nothing is understood here beyond words and brackets. */
#ifndef FRONTEND_WRITTEN_FIND_H
#define FRONTEND_WRITTEN_FIND_H

#include "base/arena.h"
#include "base/vec.h"
#include "base/text.h"
#include "frontend/written/logic.h"

/* A comment that begins with @, its words after the preprocessor. */
typedef struct {
    const char *at, *end; /* of the comment in the text */
    bool *read;           /* it belongs to something */
    const char *words;    /* without the marks around it; macros expanded */
} annotation;
typedef vec(annotation) annotation_vec;
const char *comment_end(const char *comment); /* after it */
bool defines_macro(const char *line);
/* The text with a line for each definition of a macro, whatever comment is in it. */
void definitions_join(const char *preprocessed, text *out);
void annotations_find(const char *text, annotation_vec *out, arena *memory);

enum clause_kind {
    CLAUSE_REQUIRES,
    CLAUSE_ENSURES,
    CLAUSE_ASSIGNS,
    CLAUSE_ASSUMES,   /* of a behavior: when its other clauses count */
    CLAUSE_COMPLETE,  /* one of the behaviors that it names applies, of all where it names none */
    CLAUSE_DISJOINT,  /* no two of them do */
    CLAUSE_INVARIANT, /* of a loop */
    CLAUSE_ASSERT,
    CLAUSE_UNCHECKED, /* of a loop, and nothing rests on it: what it assigns, why it ends */
    CLAUSE_REFUSED    /* `from` names it */
};

typedef struct {
    enum clause_kind kind;
    bool acsl;
    const char *from, *end; /* the formula */
    const char *behavior;   /* NULL: it always counts */
    text_origin origin;
} written_clause;
typedef vec(written_clause) clause_vec;

typedef struct {
    const char *name; /* NULL: it has none */
    bool pointer, function;
    bool constant; /* what it points to is */
    bool numbers;  /* it points to integers, by the words of its type */
} parameter;

typedef struct {
    const char *name;
    const char *start, *name_at, *parameters, *parameters_end; /* of the declaration, in the text */
    const char *body, *body_end;                               /* NULL: it is a declaration */
    vec(parameter) list;
    bool variadic;
    clause_vec clauses; /* empty: there is no contract here */
} function_text;

/* Loop clauses, and where they are said: */
typedef struct {
    clause_vec clauses;
    const char *condition, *condition_end; /* of while and for; NULL: at `at` instead */
    const char *at;
} place_text;

typedef struct {
    const char *text;
    arena memory;
    string_vec types; /* names of typedefs */
    logic_vec logic;
    vec(function_text) functions;
    vec(place_text) places;
} contract_text;

/* `text` and the annotations outlive the result. */
void contracts_find_in(const char *text, const annotation_vec *annotations, contract_text *out);
/* Clauses of ACSL, a line each, for a function that has none; `words` outlives the result. Clause i
 * has the origin of the function's name, i lines further. */
void contract_propose(contract_text *c, function_text *f, const char *words);
void contract_text_release(contract_text *c);

#endif
