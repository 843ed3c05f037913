/* Contracts of recursive functions: guesses at what callers ensure, and at what a call returns.
 *
 * Clauses are guessed from runs of a function on small arguments, all at once: they are candidates
 * for its summary (verify/candidates.h), and nothing rests on them. Only functions that compute an
 * integer from integers take part: no memory but their own, no inputs. */
#ifndef FRONTEND_CONTRACT_H
#define FRONTEND_CONTRACT_H

#include "base/vec.h"

#include <stdbool.h>

enum { CONTRACT_ARGUMENTS = 4 };
enum contract_relation {
    CONTRACT_EQ,
    CONTRACT_NE,
    CONTRACT_LE,
    CONTRACT_GE,
    CONTRACT_MULTIPLE, /* it is a multiple of the other; 0 has no multiple but itself */
    CONTRACT_NO_MULTIPLE,
    CONTRACT_DIVIDES
};

/* Arguments, then the result at [arguments]; each as wide as its type, signed. */
typedef struct {
    int64_t value[CONTRACT_ARGUMENTS + 1];
} contract_point;

/* argument RELATION bound, or RELATION the argument of that number */
typedef struct {
    uint8_t argument;
    bool with_argument;
    enum contract_relation relation;
    int64_t bound;
} contract_guard;

/* A part of a sum that is not linear: of arguments 0 and 1; of argument 0 only, its square. */
enum contract_part { CONTRACT_LINEAR, CONTRACT_PRODUCT, CONTRACT_REMAINDER };

/* Where all guards hold: subject REL constant + sum of coefficient * argument (+ such a part)
 * (+ power * 2^exponent), modulo the width. The exponent is an argument as an unsigned number. */
typedef struct {
    bool after; /* where a call returns; otherwise about arguments, for callers to ensure */
    enum contract_part part;
    bool single; /* the result for one choice of arguments */
    uint8_t subject;
    enum contract_relation relation;
    uint8_t exponent; /* where power is not 0 */
    int64_t coefficient[CONTRACT_ARGUMENTS], constant, power;
    uint32_t guards;
    contract_guard guard[CONTRACT_ARGUMENTS + 1];
} contract_clause;

typedef struct {
    char *name;
    uint32_t arguments;
    uint32_t width[CONTRACT_ARGUMENTS + 1]; /* bits; that of the result is 0 where there is none */
    vec(contract_clause) clauses;
} contract;

typedef vec(contract) contracts;

void contracts_release(contracts *c);
bool contract_clause_applies(const contract_clause *k,
                             const contract_point *at); /* its guards hold */
/* What the subject is compared with, without the constant. */
uint64_t contract_clause_sum(const contract *c, const contract_clause *k, const contract_point *at);
bool contract_clause_holds(const contract *c, const contract_clause *k, const contract_point *at);

#endif
