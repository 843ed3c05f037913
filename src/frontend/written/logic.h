/* Predicates and logic functions that annotations of ACSL define by a formula. A use of one is the
 * formula, with the arguments in place of the parameters: ACSL's terms have no effects, so that it
 * does not matter how often they are evaluated. What is declared without a formula, defined twice
 * or by itself, or speaks of several states ({L1, L2}) is not known here, and refused where it is
 * used. */
#ifndef FRONTEND_WRITTEN_LOGIC_H
#define FRONTEND_WRITTEN_LOGIC_H

#include "frontend/written/formula.h"

typedef struct logic_definition {
    const char *name;
    string_vec parameters;  /* names */
    const char *from, *end; /* the formula; from is NULL: there is none that can be used */
} logic_definition;
typedef vec(logic_definition) logic_vec;

bool logic_defines(const char *words); /* an annotation with these words */
void logic_read(const char *words, arena *memory, logic_vec *out);
void logic_release(logic_vec *v);

/* The formula of a call, or the call where no definition has its name. */
formula *logic_expand(formula_context *c, formula *call);

#endif
