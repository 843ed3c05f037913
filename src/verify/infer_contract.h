/* Contracts for functions that have none (--infer): of many candidates those that are proved.
 *
 * First what callers are asked for: the weakest premise under which no access of the function
 * leaves its object. Then what it assigns, then what it ensures: all candidates together, those
 * that a run violates, or that stay open, dropped, and the rest once more until all of them are
 * proved together. So whatever is left was proved as a contract that somebody wrote would be. */
#ifndef VERIFY_INFER_CONTRACT_H
#define VERIFY_INFER_CONTRACT_H

#include "frontend/written/propose.h"
#include "verify/verify.h"

typedef struct {
    text clauses;     /* ACSL, a line each; empty: nothing was found */
    bool safe;        /* under it no access of the function leaves its object */
    char reason[200]; /* why nothing can be said; empty: something was */
} inferred_contract;

void infer_contract(const verify_options *o, const proposal *p, inferred_contract *out);

#endif
