/* The strategies of refinement. Each proposes atoms over program variables as predicates at the
 * locations of a spurious path: steps[i] is an edge, cubes[i] the abstract cube before it (cubes[0]
 * is the start's and empty). */
#ifndef ENGINE_IC3_PREDICATES_IC3IA_REFINE_H
#define ENGINE_IC3_PREDICATES_IC3IA_REFINE_H

#include "engine/ic3/predicates/predicates.h"

typedef struct {
    located_atoms items;
    map seen;
} proposals;

void propose(ic3ia *e, loc at, term literal, proposals *out);
bool plain_atom(const terms *t, term a); /* neither deep nor with an ite below */

/* initial.c: does it speak of variables, and only of the program's? */
bool over_program(ic3ia *e, term a);
/* chain.c: predicates to begin with, for the locations before guards. */
void chain_predicates(ic3ia *e, proposals *out);

/* interpolate.c: atoms of a sequence of interpolants of our own. Together they refute the path
 * unless e->k.stopped is set. */
void refine_interpolation(ic3ia *e, const u32_vec *steps, const vec_cube *cubes, proposals *out);

/* wp.c: atoms of the weakest preconditions of the error along the path; with `cubes` (else NULL)
 * of what the core of the infeasible path needs of its edges and cubes: other conjuncts are
 * dropped, other assignments forget. Need not refute the path: without cubes it may be a run,
 * locals are projected by one model, and where the formulas grow too large the walk ends. */
void refine_wp(ic3ia *e, const u32_vec *steps, const vec_cube *cubes, proposals *out);

/* interpolants.c: atoms of the interpolants that --ia-interpolator finds for the cuts of the path.
 * Where it does not answer in its share of the time there are fewer. */
void refine_interpolants(ic3ia *e, const u32_vec *steps, const vec_cube *cubes, proposals *out);

/* relate.c: proposals without those that only add one more bound to an enumeration, with relations
 * in their place. True if they refute the path; minimized then. */
bool relations_due(const ic3ia *e);
bool refine_relations(ic3ia *e, const u32_vec *steps, const vec_cube *cubes, const proposals *from,
                      proposals *out);

/* The error's preconditions along a path, as formulas: pre[i] holds in the states before steps[i]
 * from which the rest of the path can be taken, for some values of the locals (variables that are
 * not of the program). */
typedef struct {
    term_vec pre; /* by step, 0 to path->size; none where the walk ended */
    map state;    /* program variables -> 1 */
} preconditions;
void preconditions_make(ic3ia *e, const u32_vec *steps, const vec_cube *cubes, preconditions *out);
void preconditions_release(preconditions *p);
/* Are all variables of the atom those of the program? */
bool over_state(ic3ia *e, const preconditions *p, term atom);

#endif
