/* The z3 backend's object: a context of its own, terms translated once, one Z3 solver that is
 * chosen by the theories seen so far and told everything again when a term needs another. */
#ifndef SOLVER_Z3_INTERNAL_H
#define SOLVER_Z3_INTERNAL_H

#include "solver/backend.h"

#include <z3.h>

/* Literals that stand for assumptions that are none. */
typedef struct {
    map of; /* term id -> 1 + index */
    vec(Z3_ast) literal;
    u32_vec term;
    u32_vec scopes; /* how many there are at each told push */
} z3_proxies;

typedef struct {
    solver base;
    Z3_context context;
    Z3_solver solver;
    Z3_model model;
    bool model_due;      /* it has one, and nobody has asked for a value yet */
    vec(Z3_ast) ast;     /* by term id; NULL: not yet */
    vec(Z3_ast) held;    /* references that live as long as the context */
    vec(Z3_ast) passing; /* references that live until the next check: values of the model */
    bool values_pass;    /* new references go to `passing` */
    u32_vec told_scopes; /* pushes that Z3 knows: how many assertions it had been told then */
    uint32_t told;       /* assertions that Z3 knows */
    theory_memo theories;
    uint32_t seen;   /* theories of all that was ever asked */
    uint32_t serves; /* theories that `solver` was chosen for; 0: there is none yet */
    z3_proxies proxies;
    term_vec stack_terms; /* scratch of the translation */
    vec(Z3_ast) literals; /* of the last check */
    bool
        cut; /* a limit ended a check of `solver`: it may have lost what it was about to conclude */
    bool late;      /* there was no time left for the check */
    double timeout; /* as told to Z3 */
    uint64_t units;
    const char *broken; /* an error of Z3 while translating: every check is unknown from then on */
} z3_solver;

/* Remember a reference. Every AST that Z3 returns goes through here before the next call. After an
 * error of Z3 (NULL) the object is marked broken and a placeholder comes back. */
Z3_ast z3_keep(z3_solver *z, Z3_ast a);
Z3_ast z3_translate(z3_solver *z, term a); /* NULL for an operation that is not known here */
void z3_model_now(z3_solver *z);           /* take the model that is due */
/* The value of a variable in z->model. */
value z3_leaf(solver *s, values *pool, term var);
/* Do all Real variables seen have rational values in the model? */
bool z3_model_rational(z3_solver *z);

#endif
