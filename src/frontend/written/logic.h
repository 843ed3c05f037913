/* Predicates and logic functions that annotations of ACSL define by a formula. A use of one is the
 * formula, with the arguments in place of the parameters: ACSL's terms have no effects, so that it
 * does not matter how often they are evaluated. What is declared without a formula, defined twice
 * or by itself, or speaks of several states ({L1, L2}) is not known here, and refused where it is
 * used. Predicates of C that make objects (__CPROVER_is_fresh) are put in the same way; those that
 * make none are called. */
#ifndef FRONTEND_WRITTEN_LOGIC_H
#define FRONTEND_WRITTEN_LOGIC_H

#include "frontend/written/formula.h"

typedef struct logic_definition {
    const char *name;
    string_vec parameters;  /* names */
    const char *from, *end; /* the formula; from is NULL: there is none that can be used */
} logic_definition;
typedef vec(logic_definition) logic_vec;

/* A function of C, with these parameters and this body, whose one statement returns a formula: a
 * predicate that clauses of CBMC may call. */
void logic_read_function(const char *name, const string_vec *parameters, const char *body,
                         const char *body_end, logic_vec *out);
/* Whether one of these predicates of C makes an object, or one does that it calls. */
bool logic_makes_objects(const logic_definition *all, uint32_t n, const char *name);
bool logic_defines(const char *words); /* an annotation with these words */
void logic_read(const char *words, arena *memory, logic_vec *out);
void logic_release(logic_vec *v);

/* The formula of a call, or the call where no definition has its name. */
formula *logic_expand(formula_context *c, formula *call);

#endif
