/* Stands in for C expressions until the term layer prints them: none can be said. */
#ifdef PENDING_CEXPR
#include "term/cexpr.h"

bool cexpr_term(terms *t, term a, c_namer namer, void *context, text *out) {
    (void)t, (void)a, (void)namer, (void)context, (void)out;
    return false;
}
#else
typedef int nothing_is_pending;
#endif
