/* CBMC's harness language in a C text, as C that clang reads. CBMC's own parser knows words that no
 * header declares (__CPROVER_r_ok, __CPROVER_size_t), operations on any type
 * (__CPROVER_overflow_plus), implications, quantifiers with a syntax of their own, several
 * declarations of one uninterpreted function, and clauses of contracts between a function's head
 * and its body. Here they become declarations, statement expressions, loops, one declaration, and
 * nothing: CBMC, too, ignores contracts unless it is asked to enforce or replace them. The words
 * are in cprover.def; what the declared functions mean is said in external/cprover_calls.h. */
#ifndef FRONTEND_CPROVER_H
#define FRONTEND_CPROVER_H

#include "base/text.h"

#define CPROVER_PREFIX "__CPROVER_"
#define CPROVER_UNINTERPRETED CPROVER_PREFIX "uninterpreted_"
#define CPROVER_FILE_LOCAL CPROVER_PREFIX "file_local_"

/* A text that the preprocessor made of a file; lines keep their numbers. `native`: the words get
 * definitions for a program that is run beside a generated test. What a program cannot know of its
 * pointers it then takes to hold where they are not null. */
void cprover_rewrite(const text *preprocessed, bool native, text *out);

/* A quantifier whose body, `TYPE NAME; EXPRESSION` without braces, has no other words of CBMC left:
 * a loop over the range that the expression names (cprover_quantifier.c). Where it names none, a
 * call of __CPROVER_quantifier_without_range, which is refused where it is met. */
void cprover_quantifier(bool universal, const char *body, text *out);

/* a ==> b as C, wherever it stands (cprover_implication.c). */
void cprover_implications(text *code);

/* Comparisons of records, and assignments of those with const members (cprover_records.c). The text
 * without the positions of the preprocessor, for a compiler that is asked to print the ranges of
 * what it complains about; then, from its complaints, the text with both written out. False: there
 * are none. */
void cprover_drop_origins(const text *code, text *out);
bool cprover_rewrite_records(const text *code, const char *complaints, text *out);

#endif
