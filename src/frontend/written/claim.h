/* Formulas as statements that check or assume them. What a quantifier says of all is checked for
 * one that is chosen freely; what it says of one is assumed of one that is chosen freely. Only
 * the others are loops. */
#ifndef FRONTEND_WRITTEN_CLAIM_H
#define FRONTEND_WRITTEN_CLAIM_H

#include "frontend/written/find.h"
#include "frontend/written/formula.h"

/* What the entry makes for what is required. */
typedef struct {
    char *pointer; /* the expression that points to it */
    char *size;    /* in bytes, as a constant of C; NULL: none */
} made_object;
typedef vec(made_object) made_vec;

typedef struct {
    formula_context *formulas;
    const char *check;       /* the function that checks; NULL: it is assumed */
    const char *label;       /* of the clause, as C has it in a string */
    made_vec *made;          /* assumed validity makes the object that it speaks of; NULL: no */
    const function_text *of; /* whose parameters are known to have objects */
    string_vec *fresh;       /* pointers that were said to be fresh so far */
    text *out;
    string_vec *places; /* pointers to what was made: when they can be read, and they; in turn */
} claim_writer;

void claim_write(claim_writer *w, formula *f);
/* The clause as a string in C, without its quotes: "ensures of f: x > 0". To be freed. */
char *claim_label(const char *kind, const char *function, const written_clause *k);
/* A line that says where what follows comes from. */
void claim_place(const text_origin *o, text *out);
/* Declarations of the values that formulas keep from before. */
void claim_keep(formula_context *c, text *out);

#define NEW_OBJECT /* made by whom, of so many bytes, with any content */                          \
    "({ void *__cinch_new = %s(%s); __CPROVER_assume(__cinch_new != (void *)0); "                  \
    "__cinch_any_object(__cinch_new); __cinch_new; })"

#endif
