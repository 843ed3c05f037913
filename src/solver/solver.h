/* Solvers: one interface over several backends.
 *
 * A solver decides assertions under assumptions, incrementally. An answer ANSWER_UNKNOWN means
 * time, memory, interruption or a backend's failure; `solver_why` says which. It is never to be
 * read as unsat.
 *
 *   solver *s = solver_new(t, "blast", (solver_options){0}, NULL);
 *   solver_assert(s, f);
 *   if (solver_check(s, n, assumptions) == ANSWER_UNSAT) core = solver_core(s) ...
 *
 * Backends: "z3" (all theories), "blast" (Bool, BV, FP, arrays of them: terms -> AIG -> CaDiCaL),
 * "icp" (Bool, BV, FP, Int, Real, arrays: intervals, splitting and points; often unknown; strong on
 * float arithmetic over ranges), "boxes" (Bool, BV, FP, constant arrays: unsat or unknown, by
 * intervals and bisection; to check what icp proves), "reals/z3", "reals/cvc5" (the same: unsat or unknown, by
 * linear arithmetic with rounding errors), "pipe:PROGRAM ARGS" (any SMT-LIB 2.6 solver as a child
 * process), "auto" (blast where its theories suffice for every term seen, otherwise z3; moves over
 * when a term needs it). */
#ifndef SOLVER_SOLVER_H
#define SOLVER_SOLVER_H

#include "base/budget.h"
#include "term/term.h"
#include "term/value.h"

enum answer { ANSWER_UNKNOWN, ANSWER_SAT, ANSWER_UNSAT };

enum theory {
    THEORY_BOOL = 1,
    THEORY_BV = 2,
    THEORY_FP = 4,
    THEORY_ARRAY = 8,
    THEORY_INT = 16,
    THEORY_REAL = 32,
    THEORY_NONLINEAR = 64
};
/* Whose word an answer is. A proof is checked independently where its prover and its checker have
 * no bit in common, so what two paths share has a bit of its own: the relaxation to linear
 * arithmetic (relax.h) of reals/z3 and reals/cvc5, the ranges (term/range.h) of icp and the
 * relaxation, which the engines ai and flags use without a solver. */
typedef uint32_t solver_set;
enum {
    SOLVED_BY_BLAST = 1,
    SOLVED_BY_Z3 = 2,
    SOLVED_BY_CVC5 = 4,
    SOLVED_BY_ICP = 8,
    SOLVED_BY_BOXES = 16,
    SOLVED_BY_RELAXATION = 32,
    SOLVED_BY_RANGES = 64,
    SOLVED_BY_OTHER = 128, /* a program of the user's */
    SOLVED_BY_ALL = 255
};
/* Every answer of a solver is recorded in its bank of terms: who answered since the last take. */
void solvers_record(terms *t, solver_set by);
solver_set solvers_take(terms *t); /* and begin again */
solver_set solvers_seen(const terms *t);
/* "blast, z3"; empty for the empty set. */
enum { SOLVER_NAMES = 80 };
const char *solver_set_names(solver_set s, char names[SOLVER_NAMES]);

enum capability {
    CAN_INTERPOLATE = 1,
    CAN_CORE = 2,
    CAN_INTERRUPT = 4,
    CAN_COUNT_CPU = 8 /* heeds budget.cpu_deadline itself */
};

typedef struct {
    double query_seconds; /* for one check; 0: none */
    uint64_t
        query_ticks; /* deterministic effort for one check (conflicts, resource units); 0: none */
    uint32_t seed;
    bool minimize_core; /* spend extra effort on small cores */
} solver_options;

/* One table for statistics (STYLE 11). */
#define SOLVER_STATS(X)                                                                            \
    X(checks, "queries")                                                                           \
    X(sat, "answered sat")                                                                         \
    X(unsat, "answered unsat")                                                                     \
    X(unknown, "answered unknown")                                                                 \
    X(trivial, "answered without a solver")                                                        \
    X(core_literals, "literals in cores")                                                          \
    X(assumption_literals, "literals assumed")                                                     \
    X(terms, "terms translated")                                                                   \
    X(variables, "SAT variables")                                                                  \
    X(clauses, "SAT clauses")                                                                      \
    X(lemmas, "lemmas about arrays and products")
typedef struct {
#define X(name, help) uint64_t name;
    SOLVER_STATS(X)
#undef X
    double seconds; /* of this process's CPU, in checks; short ones by a sample */
} solver_stats;

typedef struct solver solver;

/* NULL where there is no such backend or it does not start; `why` (may be NULL) gets a static
 * reason. */
solver *solver_new(terms *t, const char *backend, solver_options options, const char **why);
void solver_delete(solver *s);
const char *solver_name(const solver *s); /* of its backend, for messages */
uint32_t solver_theories(const solver *s);
uint32_t solver_capabilities(const solver *s);
/* The theories that a term needs. */
uint32_t term_theories(terms *t, term a);
uint32_t sort_theories(const terms *t, sort s); /* the same of its values */

void solver_push(solver *s);
void solver_pop(solver *s);
void solver_assert(solver *s, term a); /* Bool; in the current scope */
/* Assumptions are Bool terms of any shape. They hold for this check only. */
enum answer solver_check(solver *s, uint32_t n, const term *assumptions);
/* After UNSAT: a subset of the assumptions that suffices, as given; valid until the next call. */
const term_vec *solver_core(solver *s);
bool solver_in_core(solver *s, term assumption);
/* After SAT: the value of any term whose variables the solver has seen; unseen variables have
 * value_default. The value lives in `pool`. Consistent over all calls after one check. */
value solver_value(solver *s, values *pool, term a);
void solver_model(solver *s, model *into, uint32_t n,
                  const term *vars);                /* add these variables to a model */
const char *solver_why(const solver *s);            /* after UNKNOWN */
stop_reason solver_stop(const solver *s);           /* the same, and what ran out */
void solver_set_budget(solver *s, const budget *b); /* borrowed; checks end when it is over */
void solver_interrupt(solver *s);                   /* from a signal handler or another thread */
const solver_stats *solver_statistics(const solver *s);
/* Every combination of values that the terms `of` can have under the assertions and assumptions:
 * each is told once, as constants; false from `visit` ends it. UNSAT: these were all; SAT: ended.
 */
typedef bool (*solver_visit)(void *state, const term *constants);
enum answer solver_all(solver *s, uint32_t n, const term *assumptions, uint32_t m, const term *of,
                       solver_visit visit, void *state);
/* Interpolant of (a, b) for a & b unsat: implied by a, inconsistent with b, over common variables.
 * False where the backend cannot. */
bool solver_interpolate(solver *s, term a, term b, term *interpolant);

#endif
