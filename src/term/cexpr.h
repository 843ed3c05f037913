/* Terms as C expressions, for witnesses, annotated sources and messages. */
#ifndef TERM_CEXPR_H
#define TERM_CEXPR_H

#include "term/term.h"

/* How a variable is spelt and typed in C; NULL name: it cannot be said. `is_signed` guides casts.
 */
typedef struct {
    const char *name;
    bool is_signed;
    bool is_float;
    uint32_t width;
} c_variable;
typedef c_variable (*c_namer)(void *context, term var);

/* Append a side-effect free C expression with the value of `a`, casts included so that C's
 * promotions give the same value; false (and nothing appended) where C has no way to say it. */
bool cexpr_term(terms *t, term a, c_namer namer, void *context, text *out);
/* The same in brackets where && or || needs them beside it. */
bool cexpr_operand(terms *t, term a, c_namer namer, void *context, text *out);

#endif
