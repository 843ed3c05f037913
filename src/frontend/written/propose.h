/* Candidates for contracts (--infer): clauses in ACSL that may hold of a function without a
 * contract, made from its text and the types that the compiler gave it.
 *
 * Nothing here is known to hold. A premise is a choice of what callers are asked for, weakest
 * first, with what the function may assign under it; the clauses of what it ensures are tried all
 * together, and those that fail are dropped (verify/infer_contract.h). */
#ifndef FRONTEND_WRITTEN_PROPOSE_H
#define FRONTEND_WRITTEN_PROPOSE_H

#include "base/vec.h"
#include "frontend/written/find.h"

#include <llvm-c/Core.h>

/* Clauses with their semicolons; empty: none. */
typedef struct {
    char *
        requires, *
                assigns;
} proposed_premise;

/* ensures GUARD ==> SUBJECT RELATION OPERAND; without a guard: always. */
enum clause_relation { CLAUSE_EQUAL, CLAUSE_LEAST, CLAUSE_MOST, CLAUSE_BELOW, CLAUSE_ONE_OF };
typedef struct {
    enum clause_relation relation;
    char *guard, *subject, *operand; /* guard NULL: none; CLAUSE_ONE_OF: the operand says all */
    char *text;                      /* with its semicolon */
} proposed_clause;
/* Who reads `than` does not miss `a`. */
bool clause_is_weaker(const proposed_clause *a, const proposed_clause *than);

typedef struct {
    char *name, *file;
    unsigned line; /* of its name */
    bool internal; /* static: no other file calls it */
    vec(proposed_premise) premises;
    vec(proposed_clause) ensures;
} proposal;
typedef vec(proposal) proposal_vec;

/* Of a function with a body. `m` has all sources. */
void propose_contract(const contract_text *in, const function_text *f, LLVMModuleRef m,
                      proposal *out);
void proposal_release(proposal *p);

#endif
