/* A small SAT solver for the many tiny queries of IC3: conflict-driven clause learning under
 * assumptions, on the part of the clauses that a query is about.
 *
 * Clauses have owners. Those of an owner say something about it that matters only where it occurs:
 * the definition of a gate (in either direction), or what a guard implies. A query's domain is what
 * its assumptions and the clauses without an owner depend on; whatever is outside is neither
 * decided nor propagated, and the watches of what has not been in a domain for long are taken
 * down. That is sound where the caller keeps two promises:
 *
 * - every assignment of the variables without clauses of their own can be extended to those that
 *   have (definitions), and `sat_depend` was told of every variable in the clauses of an owner;
 * - a guard (`sat_guard`) owns no definition. Outside of the domain it is false.
 *
 * Then a model of the domain's clauses, with false for every input outside, satisfies all
 * clauses without an owner, and all guarded ones. Inside of the domain, too, only what justifies
 * the assumptions is decided (justify.c); the other inputs are false.
 *
 * Variables are 1, 2, ...; literals are signed, as in DIMACS. */
#ifndef SOLVER_SAT_SAT_H
#define SOLVER_SAT_SAT_H

#include <stdbool.h>
#include <stdint.h>

typedef struct sat_solver sat_solver;

enum sat_answer { SAT_UNKNOWN = 0, SAT_SATISFIABLE = 10, SAT_UNSATISFIABLE = 20 };

/* `stop` is asked now and then. Visits are of clauses in watch lists. 0: unlimited. */
typedef struct {
    uint64_t conflicts, visits;
    bool (*stop)(void *state);
    void *state;
} sat_limits;

/* Who hears of every resolution: clauses are numbered as they are added, 1, 2, ...; `finish` gives
 * the resolvent its number. */
typedef struct {
    void (*start)(void *state, uint32_t clause);
    void (*resolve)(void *state, uint32_t clause, int pivot);
    uint32_t (*finish)(void *state);
} sat_tracer;

sat_solver *sat_new(void);
/* Before the first clause. Then no clause may have an owner, and queries have no assumptions. */
void sat_trace(sat_solver *s, const sat_tracer *tracer, void *state);
uint32_t sat_refutation(const sat_solver *s); /* traced, UNSATISFIABLE: the empty clause */
void sat_delete(sat_solver *s);
/* An owner of 0 where the clause must hold in any case. A clause without one is given to a guard in
 * it. */
void sat_clause(sat_solver *s, int owner, uint32_t n, const int *literals);
void sat_depend(sat_solver *s, int variable, int on);
void sat_guard(sat_solver *s, int variable); /* may be one: it will never own a definition */
void sat_root(sat_solver *s, int variable);  /* is in every domain from now on */
enum sat_answer sat_solve(sat_solver *s, uint32_t n, const int *assumptions,
                          const sat_limits *limits);
/* After SATISFIABLE, until anything is added. A variable that is not relevant is false. */
bool sat_value(const sat_solver *s, int variable);
bool sat_relevant(const sat_solver *s, int variable); /* is the model about it? */
/* After UNSATISFIABLE: is this assumption one of those that cannot hold together? */
bool sat_failed(const sat_solver *s, int literal);
/* The clauses as they were added, for another solver: false where there is no i-th. */
bool sat_original(const sat_solver *s, uint32_t i, uint32_t *n, const uint32_t **literals);
static inline int sat_signed(uint32_t literal) {
    return literal & 1 ? -(int)(literal >> 1) : (int)(literal >> 1);
}

#endif
