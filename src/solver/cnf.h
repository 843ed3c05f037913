/* Clauses of an and-inverter graph, in an incremental SAT solver.
 *
 * Plaisted and Greenbaum's encoding: a node gets a variable v when it is first needed, and the
 * clauses of v -> node or node -> v only when that direction is needed; the other follows when
 * somebody asks for it. So the values of inner nodes in a model mean nothing; the values of the
 * inputs satisfy all that was asserted and assumed. Definitions of nodes are never wrong and stay;
 * only guarded assertions come and go.
 *
 * A query goes to our own solver (sat/), which looks only at what the query depends on, and over to
 * CaDiCaL when that takes more than a few hundred conflicts. CaDiCaL is told of the clauses
 * when it is first needed. */
#ifndef SOLVER_CNF_H
#define SOLVER_CNF_H

#include "base/budget.h"
#include "solver/aig.h"
#include "solver/sat/sat.h"

#include <ccadical.h>

typedef struct {
    const aig *graph;
    sat_solver *sat;
    CCaDiCaL *large;         /* NULL: not needed yet */
    uint32_t handed;         /* clauses that it knows */
    bool by_large;           /* the last answer is its */
    uint32_t hard, skipped;  /* queries in a row that were too hard; queries not tried since */
    vec(int) variable;       /* by node; 0: none yet */
    vec(uint8_t) directions; /* by node */
    u32_vec todo;            /* scratch: node * 4 + directions */
    u32_vec leaves, flatten;
    vec(int) prefix;                      /* the clause that is being written */
    int owner;                            /* the variable that is being defined; 0: none */
    vec(int) assumed;                     /* what the next query assumes */
    uint32_t variables, solved_variables; /* so many were there when the last model was found */
    uint64_t clauses;
    uint32_t seed;
    /* limits of the running check */
    const budget *budget;
    const volatile sig_atomic_t *interrupted;
    double deadline;
    uint32_t calls;
} cnf;

void cnf_init(cnf *c, const aig *graph, uint32_t seed);
void cnf_release(cnf *c);
/* A new solver that knows nothing; variables are given out again. */
void cnf_restart(cnf *c);
int cnf_variable(cnf *c); /* one that stands for no node */
/* The SAT literal of a literal that is no constant; assuming it, or using it in a clause, implies
 * the literal. */
int cnf_literal(cnf *c, lit a);
/* Assert `a` as soon as `guard` (a SAT literal, or 0: always) holds. */
void cnf_assert(cnf *c, lit a, int guard);
void cnf_clause(cnf *c, uint32_t n, const int *literals);
void cnf_assume(cnf *c, int literal); /* in the next query */
/* conflicts 0: unlimited. */
enum sat_answer cnf_solve(cnf *c, uint64_t conflicts);
bool cnf_failed(const cnf *c, int literal); /* after UNSATISFIABLE: one of the culprits? */
bool cnf_knows(const cnf *c, lit a);        /* did the last query depend on its node? */
void cnf_heed(cnf *c, lit a);               /* every query depends on it from now on */
bool cnf_value(const cnf *c, lit input);    /* after 10, and before anything is added */

#endif
