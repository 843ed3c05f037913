/* Implicants and model-based projection: from a formula and a model to a cube over fewer variables.
 *
 * Direction: always an under-approximation. The cube returned is true in the model (read over the
 * remaining variables) and implies the formula (implicant), or the existential quantification of it
 * over the eliminated variables (projection). `exact` tells where it is equivalent to that
 * quantification of the cube it got. */
#ifndef TERM_PROJECT_H
#define TERM_PROJECT_H

#include "term/term.h"
#include "term/value.h"

typedef struct {
    terms *t;
    values *pool;
    evaluator *eval;
} projector;

void projector_init(projector *p, terms *t);
void projector_release(projector *p);

/* Append literals, each true in m, whose conjunction implies `formula` (which must be true in m).
 * Atoms have no Boolean structure and no ite below them. */
void implicant(projector *p, const model *m, term formula, term_vec *literals);

/* Eliminate `vars` from the literals (all true in m), in place. Equations are solved, linear bounds
 * over Int and Real are resolved by the bound that is tightest in m (Loos and Weispfenning),
 * one-sided bounds dropped, bit-vectors bounded in one order treated alike; what remains is
 * replaced by its value in m. */
void term_project(projector *p, const model *m, term_vec *literals, const term_vec *vars,
                  bool *exact);

/* a = coefficient * var + rest; false where var occurs in another way. For Int and Real. */
bool linear_in(terms *t, term a, term var, mpq_t coefficient, term *rest);

/* a = b iff var = *solution, which does not mention var. Over integers only with coefficient 1 or
 * -1; false where there is no such solution or none was found. */
bool solve_equation(terms *t, term a, term b, term var, term *solution);

#endif
