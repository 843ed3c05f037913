/* What a backend gives to solver.c, which does the rest: assertions in scopes, constant assumptions,
 * statistics, values of compound terms, minimization of cores. Only files of this folder include it.
 *
 * A backend's object starts with `struct solver`; the functions receive that. */
#ifndef SOLVER_BACKEND_H
#define SOLVER_BACKEND_H

#include "base/sparse.h"
#include "solver/solver.h"

typedef struct {
    const char *name;
    uint32_t theories, capabilities;
    void (*release)(solver *s); /* everything but the object itself */
    /* What else is to be done after s->stack changed; may be NULL. */
    void (*push)(solver *s);
    void (*pop)(solver *s);
    void (*assert_term)(solver *s, term a);
    /* The assumptions are not constants. UNKNOWN sets s->why. */
    enum answer (*check)(solver *s, uint32_t n, const term *assumptions);
    /* After UNSAT of those assumptions: append the failed ones to s->core. */
    void (*core)(solver *s, uint32_t n, const term *assumptions);
    /* After SAT, and until the next check whatever is asserted in between: the value of a variable.
     */
    value (*leaf)(solver *s, values *pool, term var);
    void (*interrupt)(solver *s);                                 /* may be NULL */
    bool (*interpolate)(solver *s, term a, term b, term *result); /* may be NULL */
} backend;

typedef struct {
    term_vec asserted;
    u32_vec scopes; /* size of `asserted` at each push */
} assertion_stack;

struct solver {
    const backend *backend;
    terms *terms;
    assertion_stack
        stack;      /* what holds now, to be told to the backend's own solver when it checks */
    solver_set set; /* whose word the next answer is; never empty */
    solver_options options;
    solver_stats stats;
    double cpu_read; /* the processor's clock when it was last read */
    const budget *budget;
    volatile sig_atomic_t interrupted;
    const char *why;
    enum budget_end end; /* what ran out, where that is why */
    bool refused;        /* an operation that the backend does not have is why */
    enum answer last;
    term_vec assumed; /* of the last check, without constants */
    term_vec core;
    /* the model of the last check, as far as it was asked for */
    values *pool;
    model model;
    evaluator *eval;
    bool model_used;
    map seen;
    term_vec vars;
};

/* A backend's object of this size, otherwise zeroed. */
void *solver_make(size_t size, const backend *b, terms *t, solver_set set, solver_options options);

/* After which there is no answer: what backends say. */
enum answer solver_stopped(solver *s, stop_reason r);

solver *z3_new(terms *t, solver_options options, const char **why);
solver *blast_new(terms *t, solver_options options, const char **why);
solver *icp_new(terms *t, solver_options options, const char **why);
solver *boxes_new(terms *t, solver_options options, const char **why);
solver *reals_new(terms *t, const char *name, solver_options options, const char **why);
solver *auto_new(terms *t, solver_options options, const char **why);
solver *pipe_new(terms *t, const char *command, solver_options options, const char **why);

/* Seconds that one check may take now; 0: as long as it likes. At least a millisecond. */
double check_seconds(const solver *s);

/* It makes a float of floats or of a word, in the rounding mode that is its first argument. */
bool rounds_to_float(enum op op);

/* Theories by term id, remembered. Zeroed: empty. */
typedef struct {
    sparse of; /* theories; 0: not yet */
    term_vec stack;
} theory_memo;
uint32_t theories_of(theory_memo *m, const terms *t, term a);
void theory_memo_release(theory_memo *m);

#endif
