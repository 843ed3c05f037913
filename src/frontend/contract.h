/* Contracts of recursive functions: what its callers ensure, and what a call returns.
 *
 * Inlining ends at some depth; a contract does not. In a program with contracts a call of f fails
 * where the arguments do not meet what callers ensure, and returns any value that the contract
 * allows; and beside main the program may start with the body of f, on any arguments that callers
 * may pass, and fails where what it returns is not allowed. Where no run fails, every clause holds
 * in every run of the original: by induction over the calls in the order in which they are made and
 * return. So a proof of such a program is one of the original (direction: over-approximation; a
 * violation of it says nothing until it was executed).
 *
 * Where contracts descend, nothing is guessed about arguments: the body starts at its calls alone,
 * which either return what the contract allows or go on in the body, never to come back. Every run
 * of the original into an error is one of these: calls that returned are skipped, those that did
 * not are entered. What the arguments have in common is then an invariant like that of a loop, for
 * the engines to find.
 *
 * Clauses are guessed from runs of f on small arguments, all at once, and those that a run of the
 * program refutes are dropped, until none is refuted. Only functions that compute an integer from
 * integers take part: no memory but their own, no inputs. */
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

/* A part of a sum that is not linear: of arguments 0 and 1; of argument 0 alone, its square. */
enum contract_part { CONTRACT_LINEAR, CONTRACT_PRODUCT, CONTRACT_REMAINDER };

/* Where all guards hold: subject REL constant + sum of coefficient * argument (+ such a part)
 * (+ power * 2^exponent), modulo the width. The exponent is an argument as an unsigned number. */
typedef struct {
    bool after; /* where a call returns; otherwise about arguments, for callers to ensure */
    enum contract_part part;
    bool single; /* the result for one choice of arguments: of use only where contracts.singles is
                    set */
    bool refuted;
    uint8_t subject;
    enum contract_relation relation;
    uint8_t exponent; /* where power is not 0 */
    int64_t coefficient[CONTRACT_ARGUMENTS], constant, power;
    uint32_t guards;
    contract_guard guard[CONTRACT_ARGUMENTS + 1];
    uint32_t assumed, asked; /* where contracts.switched is set, variables of the last load: the
                                clause is part of what is assumed, and of what must hold */
} contract_clause;

typedef struct {
    char *name;
    uint32_t arguments;
    uint32_t width[CONTRACT_ARGUMENTS + 1]; /* bits; that of the result is 0 where there is none */
    vec(contract_clause) clauses;
} contract;

/* A run into a clause that fails ends with inputs that say for which values: this one is the value
 * of a place of the point. Their numbers are those of the program that was loaded. */
typedef struct {
    uint32_t input;
    uint32_t contract; /* which one */
    bool after;        /* it is about the result */
    uint32_t place;
} contract_input;

typedef struct contracts {
    bool guessed;  /* by the first load */
    bool singles;  /* clauses about single arguments are in use, too */
    bool descends; /* bodies start where they are called, on the arguments of the call */
    bool switched; /* each clause is there where truth values say so, which nothing determines */
    vec(contract) items;
    vec(contract_input) said; /* of the last load: the inputs that say where a clause fails */
} contracts;

void contracts_release(contracts *c);
bool contract_clause_applies(const contract_clause *k,
                             const contract_point *at); /* its guards hold */
/* What the subject is compared with, without the constant. */
uint64_t contract_clause_sum(const contract *c, const contract_clause *k, const contract_point *at);
bool contract_clause_holds(const contract *c, const contract_clause *k, const contract_point *at);
/* Whether a clause is part of the program. */
bool contract_clause_used(const contracts *all, const contract_clause *k, bool after);
/* Drop the used clauses of one contract that do not hold at a point; `after`: those about results,
 * otherwise those about arguments. How many. */
uint32_t contract_refute(contracts *all, uint32_t which, bool after, const contract_point *at);

#endif
